// The service's secret: sealed vendor keys and sign-ins depend on it. Kept outside of the database, so that a
// stolen backup opens nothing.
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';

/** 32 bytes: from SECRET_KEY, or from the file beside the data folder, which is made when it is absent. */
export function secretOf({ SECRET_KEY, DATA_DIR }: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Buffer {
  const text = SECRET_KEY ?? readOrMake(`${DATA_DIR}.key`);
  return createHash('sha256').update(text).digest();
}

function readOrMake(file: string): string {
  if (!fs.existsSync(file)) make(file);
  const text = fs.readFileSync(file, 'utf8').trim();
  if (text.length < 32)
    throw new Error(
      `the secret in ${file} is too short: restore it, or remove the file to make a new one (stored vendor keys and sign-ins are lost then)`,
    );
  return text;
}

/** Of processes that start at once one makes it, whole, and the others read. */
function make(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  fs.writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft);
  }
}
