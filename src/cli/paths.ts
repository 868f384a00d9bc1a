import fs from 'node:fs';
import path from 'node:path';
import { WrongUsage } from './terminal.ts';

/** Throws unless a file can be read there, before anything is begun. */
export function assertFile(file: string): void {
  if (!fs.existsSync(file)) throw new WrongUsage(`${file} does not exist`);
  if (fs.statSync(file).isDirectory()) throw new WrongUsage(`${file} is a folder: name a file in it`);
}

/** Throws unless a file can be put there. */
export function assertPlace(file: string): void {
  const folder = path.dirname(file);
  if (!fs.existsSync(folder)) throw new WrongUsage(`the folder ${folder} of ${file} does not exist`);
  if (fs.existsSync(file) && fs.statSync(file).isDirectory())
    throw new WrongUsage(`${file} is a folder: name a file in it`);
}
