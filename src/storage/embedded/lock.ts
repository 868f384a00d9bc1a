// An exclusive lock on a data folder that the kernel drops when its holder is killed. PID files cannot do
// that, least of all between containers that share a volume; an exclusive SQLite transaction can.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Takes the lock; null when another process (or another holder in this one) has it. */
export function lockFolder(folder: string): { release(): void } | null {
  const file = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 });
  try {
    file.exec('begin exclusive');
    fs.writeFileSync(holderFile(folder), `process ${process.pid} on ${os.hostname()}`);
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === 5) return null;
    throw error;
  }
}

const holderFile = (folder: string): string => path.join(folder, 'holder');

/** Who has the lock, in words for a message: `process 4711 on shop-1`; locked is only what `lockFolder` says. */
export function holderOf(folder: string): string {
  try {
    return fs.readFileSync(holderFile(folder), 'utf8');
  } catch {
    return 'another process';
  }
}
