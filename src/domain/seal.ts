// Vendors' keys at rest: AES-256-GCM, with the row that a key belongs to as associated data, so that a sealed
// key which is copied into another row opens nothing.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key for one purpose, derived from the service's secret (HKDF, RFC 5869). 32 bytes. */
export function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/** Initialisation vector, tag and cipher text in one; `row` names what the text belongs to. */
export function seal(secret: Buffer, text: string, row: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derive(secret, 'vendor keys'), iv).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** The sealed text; throws when the secret is another one, the row is another one, or a byte was changed. */
export function unseal(secret: Buffer, sealed: Buffer, row: string): string {
  const iv = sealed.subarray(0, IV_BYTES);
  // A tag that was cut short would be easier to forge.
  const whole = { authTagLength: TAG_BYTES };
  const opener = createDecipheriv('aes-256-gcm', derive(secret, 'vendor keys'), iv, whole)
    .setAAD(Buffer.from(row))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([opener.update(sealed.subarray(IV_BYTES + TAG_BYTES)), opener.final()]).toString(
    'utf8',
  );
}
