// What is on a disk after a power cut: names (created, renamed, removed) count at once, the contents of a
// file only as of its last fsync. `torn` is harsher: of what was written since, a random part is there too.
import fs from 'node:fs';
import path from 'node:path';

export type DiskEvent =
  | { is: 'create' | 'remove' | 'mkdir' | 'fsync'; at: string }
  | { is: 'write'; at: string; position: number }
  | { is: 'truncate'; at: string; length: number }
  | { is: 'rename'; at: string; to: string }
  | { is: 'ack'; first: number; count: number };

/** An event as bytes: length of its JSON, length of the data, JSON, data. */
export function encodeEvent(event: DiskEvent, bytes: Uint8Array = new Uint8Array()): Buffer {
  const json = Buffer.from(JSON.stringify(event));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(json.length, 0);
  head.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([head, json, bytes]);
}

export type Recorded = { event: DiskEvent; bytes: Buffer };

export function readJournal(file: string): Recorded[] {
  const all = fs.readFileSync(file);
  const events: Recorded[] = [];
  for (let at = 0; at + 8 <= all.length; ) {
    const data = at + 8 + all.readUInt32BE(at);
    const end = data + all.readUInt32BE(at + 4);
    events.push({ event: JSON.parse(all.toString('utf8', at + 8, data)), bytes: all.subarray(data, end) });
    at = end;
  }
  return events;
}

type Change = { position: number; bytes: Buffer } | { length: number };
type File = { safe: Buffer; size: number; pending: Change[] };

// Drives write a sector whole or not at all.
const SECTOR = 512;

export class Disk {
  readonly #files = new Map<string, File>();
  readonly #folders = new Set<string>();

  apply({ event, bytes }: Recorded): void {
    if (event.is === 'create') this.#files.set(event.at, { safe: Buffer.alloc(0), size: 0, pending: [] });
    else if (event.is === 'mkdir') this.#folders.add(event.at);
    else if (event.is === 'write')
      this.#files.get(event.at)?.pending.push({ position: event.position, bytes });
    else if (event.is === 'truncate') this.#files.get(event.at)?.pending.push({ length: event.length });
    else if (event.is === 'fsync') this.#flush(event.at);
    else if (event.is === 'remove') this.#remove(event.at);
    else if (event.is === 'rename') this.#rename(event.at, event.to);
  }

  /** Writes what a cut at this moment leaves into `folder`. */
  writeTo(folder: string, torn?: () => number): void {
    for (const at of this.#folders) fs.mkdirSync(path.join(folder, at), { recursive: true, mode: 0o700 });
    for (const [at, file] of this.#files) {
      fs.mkdirSync(path.dirname(path.join(folder, at)), { recursive: true, mode: 0o700 });
      const copy: File = {
        safe: Buffer.from(file.safe.subarray(0, file.size)),
        size: file.size,
        pending: [],
      };
      if (torn) for (const change of file.pending) applyPart(copy, change, torn);
      fs.writeFileSync(path.join(folder, at), copy.safe.subarray(0, copy.size), { mode: 0o600 });
    }
  }

  #flush(at: string): void {
    const file = this.#files.get(at);
    for (const change of file?.pending.splice(0) ?? []) if (file) put(file, change);
  }

  #below(at: string): string[] {
    return [...this.#files.keys(), ...this.#folders].filter(
      (name) => name === at || name.startsWith(`${at}/`),
    );
  }

  #remove(at: string): void {
    for (const name of this.#below(at)) {
      this.#files.delete(name);
      this.#folders.delete(name);
    }
  }

  #rename(from: string, to: string): void {
    const moved = this.#below(from).map((name) => ({ name, file: this.#files.get(name) }));
    this.#remove(to);
    this.#remove(from);
    for (const { name, file } of moved) {
      const target = to + name.slice(from.length);
      if (file) this.#files.set(target, file);
      else this.#folders.add(target);
    }
  }
}

function applyPart(file: File, change: Change, random: () => number): void {
  const fate = random();
  if (fate < 0.4) return;
  if (fate < 0.7 || 'length' in change || change.bytes.length <= SECTOR) {
    put(file, change);
    return;
  }
  for (let at = 0; at < change.bytes.length; at += SECTOR)
    if (random() < 0.5)
      put(file, { position: change.position + at, bytes: change.bytes.subarray(at, at + SECTOR) });
}

function put(file: File, change: Change): void {
  const end = 'length' in change ? change.length : change.position + change.bytes.length;
  if (end > file.safe.length) {
    const grown = Buffer.alloc(Math.max(end, file.safe.length * 2));
    file.safe.copy(grown, 0, 0, file.size);
    file.safe = grown;
  }
  if ('length' in change) {
    if (end > file.size) file.safe.fill(0, file.size, end);
    file.size = end;
    return;
  }
  if (change.position > file.size) file.safe.fill(0, file.size, change.position);
  change.bytes.copy(file.safe, change.position);
  file.size = Math.max(file.size, end);
}
