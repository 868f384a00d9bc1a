import fs from 'node:fs';
import { decode, type Row } from './row.ts';

/** The file of refused lines: begun with the first one, so that none is left where all went well. */
export class RefusedFile {
  readonly path: string;
  #file: number | undefined;
  count = 0;

  constructor(path: string) {
    this.path = path;
  }

  add({ line, bytes }: Row, reason: string): void {
    this.#file ??= fs.openSync(this.path, 'w', 0o600);
    const text = decode(bytes);
    const kept = text === null ? { base64: bytes.toString('base64') } : { text };
    fs.writeSync(this.#file, `${JSON.stringify({ line, reason, ...kept })}\n`);
    this.count++;
  }

  /** Ends the file; removes one that an earlier run left when this run refused nothing. */
  close(): void {
    if (this.#file !== undefined) fs.closeSync(this.#file);
    else fs.rmSync(this.path, { force: true });
  }
}
