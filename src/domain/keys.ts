// API keys: `bsk_g_` (Global) or `bsk_b_` (Brand-scoped), 32 random characters, 6 characters of checksum.
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = /^bsk_[gb]_[0-9A-Za-z]{38}$/;
const PREFIX_LENGTH = 10;

/** A new key. About 190 bits of chance; shown to its creator once. */
export function makeKey(kind: 'global' | 'brand'): string {
  const random = Array.from({ length: 32 }, () => DIGITS[randomInt(62)]).join('');
  const body = `bsk_${kind === 'global' ? 'g' : 'b'}_${random}`;
  return body + checksum(body);
}

/** True when the form and the checksum are right: typos are refused without asking the database. */
export function isKey(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

/** What is stored instead of the key: its SHA-256. The key has more chance in it than a hash needs salt for. */
export function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The parts of a key that may be shown: `bsk_g_AbCd` and the last four characters. */
export function keyHints(key: string): { prefix: string; last_four: string } {
  return { prefix: key.slice(0, PREFIX_LENGTH), last_four: key.slice(-4) };
}

/** CRC-32 in base 62, six characters (62^5 < 2^32 < 62^6). */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let at = 0; at < 6; at++) {
    digits = DIGITS[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
