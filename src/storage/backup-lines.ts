// The lines of a backup file, unpacked and hashed on the way.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createGunzip } from 'node:zlib';

const LINE_FEED = 10;

/** A line, and the SHA-256 of everything before it where that is asked for: at control lines that end a file. */
export type BackupLine = { text: string; sha256: string };

/** The lines of a file; a cut-off or broken archive ends in an error that says so. */
export async function* readLines(file: string): AsyncGenerator<BackupLine> {
  const hash = createHash('sha256');
  const source = fs.createReadStream(file, { highWaterMark: 1024 * 1024 });
  const unpacked = source.pipe(createGunzip());
  source.on('error', (error) => unpacked.destroy(error));
  let rest: Buffer[] = [];
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        const line = Buffer.concat([...rest, chunk.subarray(from, at + 1)]);
        rest = [];
        from = at + 1;
        const text = line.toString('utf8', 0, line.length - 1);
        yield { text, sha256: text.startsWith('["end"') ? hash.copy().digest('hex') : '' };
        hash.update(line);
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    }
  } catch (error) {
    throw readable(error, file);
  } finally {
    source.destroy();
  }
}

function readable(error: unknown, file: string): unknown {
  const code = String((error as { code?: unknown }).code ?? '');
  if (code === 'Z_BUF_ERROR') return new Error(`${file} is cut off: nothing was restored`, { cause: error });
  if (code === 'Z_DATA_ERROR' || code === 'Z_HEADER_ERROR')
    return new Error(`${file} is damaged, or no backup of Brandscope: nothing was restored`, {
      cause: error,
    });
  if (code === 'ENOENT') return new Error(`${file} does not exist`, { cause: error });
  return error;
}

/** A control line as its parts; null when it is none. */
export function parseControl(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
