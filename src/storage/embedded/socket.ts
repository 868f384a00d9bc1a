// Lets other processes on this machine use an embedded database that one process holds: commands while
// the service runs, and `psql -h DATA_DIR`. A Unix socket with mode 600 in the data folder.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Door } from './door.ts';

// The name that PostgreSQL's own clients look for, at their default port.
const NAME = '.s.PGSQL.5432';
// sun_path holds 108 bytes on Linux and 104 on macOS.
const LONGEST_PATH = 100;

/** The folder of the socket: the data folder, or a short one in the temporary folder where that is too deep. */
export function socketFolder(dataFolder: string): string {
  const real = fs.realpathSync(dataFolder);
  if (Buffer.byteLength(path.join(real, NAME)) <= LONGEST_PATH) return real;
  const short = createHash('sha256').update(real).digest('hex').slice(0, 16);
  return path.join(os.tmpdir(), `brandscope-${short}`);
}

/** Serves the door on the folder's socket until `close`. */
export async function serveSocket(door: Door, dataFolder: string): Promise<{ close(): void }> {
  const folder = socketFolder(dataFolder);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = path.join(folder, NAME);
  fs.rmSync(at, { force: true });
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const session = door.session();
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => session.destroy());
    session.on('error', () => socket.destroy());
    socket.on('close', () => session.destroy());
    session.on('close', () => socket.destroy());
    socket.pipe(session).pipe(socket);
  });
  await listenPrivately(server, at);
  return {
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
      fs.rmSync(at, { force: true });
    },
  };
}

async function listenPrivately(server: net.Server, at: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, resolve));
  } finally {
    process.umask(before);
  }
}
