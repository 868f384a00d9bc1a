// PGlite writes through Emscripten's NODEFS, whose fsync does nothing. This file system makes it real,
// so that a commit that was acknowledged is on the disk (test/reliability/power-cut.test.ts).
import fs from 'node:fs';
import path from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Stream = { nfd: number };
type StreamOps = { fsync?: (stream: Stream) => number };
type Emscripten = { NODEFS?: { stream_ops: StreamOps } };
type InitResult = Awaited<ReturnType<NodeFS['init']>>;

/** A folder on disk as PGlite's file system, with an fsync that reaches the disk. */
export class DurableFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): Promise<InitResult> {
    const [pg, options] = args;
    return super.init(pg, { ...options, preRun: [...(options.preRun ?? []), supplyFsync] });
  }
}

function supplyFsync(module: unknown): void {
  const nodefs = (module as Emscripten).NODEFS;
  if (!nodefs) throw new Error('PGlite has no NODEFS: fsync cannot be supplied');
  nodefs.stream_ops.fsync = (stream) => {
    fs.fsyncSync(stream.nfd);
    return 0;
  };
}

/** Flushes every file and folder below `folder`: for a database that was just created without fsync. */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) syncTree(at);
    else if (entry.isFile()) syncPath(at);
  }
  syncPath(folder);
}

/** Flushes one file or folder. */
export function syncPath(at: string): void {
  const fd = fs.openSync(at, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}
