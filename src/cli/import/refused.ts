import fs from 'node:fs';
import { type Row, refusedLine } from '../../../contract/import-file/row.ts';

/** The file of refused lines: begun with the first one, so that none is left where all went well. */
export class RefusedFile {
  readonly path: string;
  #file: number | undefined;
  count = 0;

  constructor(path: string) {
    this.path = path;
  }

  add(row: Row, reason: string): void {
    this.#file ??= fs.openSync(this.path, 'w', 0o600);
    fs.writeSync(this.#file, refusedLine(row, reason));
    this.count++;
  }

  /** Ends the file; removes one that an earlier run left when this run refused nothing. */
  close(): void {
    if (this.#file !== undefined) fs.closeSync(this.#file);
    else fs.rmSync(this.path, { force: true });
  }
}
