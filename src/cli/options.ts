// Options and arguments that several commands take.
import { type Command, InvalidArgumentError } from 'commander';

const LARGEST_ID = 2 ** 31 - 1;

/** An id as commander passes it: a positive whole number. */
export function id(text: string): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) < 1 || Number(text) > LARGEST_ID)
    throw new InvalidArgumentError('It must be an id: a positive whole number.');
  return Number(text);
}

export function days(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError('It must be a number of days, 1 to 99999.');
  return Number(text);
}

export function named(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text.trim();
}

/** True when `--json` stands anywhere on the command line. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}
