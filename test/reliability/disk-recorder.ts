// Preloaded (node --import) into a process whose folder RECORD_ROOT is watched: appends every change that is
// made there through node:fs to the file RECORD_TO, so that disk.ts can tell what a power cut would leave.
import fs from 'node:fs';
import path from 'node:path';
import { type DiskEvent, encodeEvent } from './disk.ts';

const root = process.env.RECORD_ROOT ?? '';
const real = { ...fs };
const journal = real.openSync(process.env.RECORD_TO ?? '', 'a');
const open = new Map<number, string>();

const inside = (at: unknown): at is string =>
  typeof at === 'string' && path.resolve(at).startsWith(`${root}${path.sep}`);
const short = (at: string) => path.relative(root, path.resolve(at));

function note(event: DiskEvent, bytes: Uint8Array = new Uint8Array()): void {
  real.writeSync(journal, encodeEvent(event, bytes));
}

function openSync(at: fs.PathLike, flags: fs.OpenMode = 'r', mode?: fs.Mode | null): number {
  const isNew = inside(at) && !real.existsSync(at);
  const fd = real.openSync(at, flags, mode);
  if (!inside(at)) return fd;
  open.set(fd, short(at));
  if (isNew) note({ is: 'create', at: short(at) });
  else if (flags === 'w' || (typeof flags === 'number' && (flags & fs.constants.O_TRUNC) !== 0))
    note({ is: 'truncate', at: short(at), length: 0 });
  return fd;
}

type Bytes = Uint8Array | Int8Array;

function writeSync(
  fd: number,
  data: Bytes,
  offset = 0,
  length = data.length,
  position?: number | null,
): number {
  const written = real.writeSync(fd, data, offset, length, position);
  const at = open.get(fd);
  if (at === undefined) return written;
  if (typeof position !== 'number') throw new Error(`write without a position: ${at}`);
  note({ is: 'write', at, position }, Buffer.from(data.buffer, data.byteOffset + offset, written));
  return written;
}

function recordContents(): void {
  fs.openSync = openSync as typeof fs.openSync;
  fs.writeSync = ((fd: number, data: Bytes | string, ...place: [number, number, number]) =>
    typeof data === 'string'
      ? real.writeSync(fd, data)
      : writeSync(fd, data, ...place)) as typeof fs.writeSync;
  fs.closeSync = (fd) => {
    open.delete(fd);
    real.closeSync(fd);
  };
  fs.fsyncSync = (fd) => {
    real.fsyncSync(fd);
    const at = open.get(fd);
    if (at !== undefined) note({ is: 'fsync', at });
  };
  fs.ftruncateSync = (fd, length = 0) => {
    real.ftruncateSync(fd, length);
    const at = open.get(fd);
    if (at !== undefined) note({ is: 'truncate', at, length: length ?? 0 });
  };
  fs.truncateSync = ((at: string, length = 0) => {
    real.truncateSync(at, length);
    if (inside(at)) note({ is: 'truncate', at: short(at), length });
  }) as typeof fs.truncateSync;
  fs.writeFileSync = ((at: string, data: string | Uint8Array, options?: fs.WriteFileOptions) => {
    real.writeFileSync(at, data, options);
    if (!inside(at)) return;
    note({ is: 'create', at: short(at) });
    if (data.length > 0) note({ is: 'write', at: short(at), position: 0 }, Buffer.from(data));
  }) as typeof fs.writeFileSync;
}

function recordNames(): void {
  fs.renameSync = (from, to) => {
    real.renameSync(from, to);
    if (!inside(from) || !inside(to)) return;
    for (const [fd, at] of open) if (at === short(from)) open.set(fd, short(to));
    note({ is: 'rename', at: short(from), to: short(to) });
  };
  fs.unlinkSync = (at) => {
    real.unlinkSync(at);
    if (inside(at)) note({ is: 'remove', at: short(at) });
  };
  fs.rmSync = (at, options) => {
    real.rmSync(at, options);
    if (inside(at)) note({ is: 'remove', at: short(at) });
  };
  fs.rmdirSync = ((at: string) => {
    real.rmdirSync(at);
    if (inside(at)) note({ is: 'remove', at: short(at) });
  }) as typeof fs.rmdirSync;
  fs.mkdirSync = ((at: string, options?: fs.MakeDirectoryOptions) => {
    const made = real.mkdirSync(at, options);
    if (inside(at)) note({ is: 'mkdir', at: short(at) });
    return made;
  }) as typeof fs.mkdirSync;
}

recordContents();
recordNames();
