// What goes to the terminal: results on standard output, messages on standard error.
import { createInterface } from 'node:readline/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A command that was called wrongly: exit code 2. */
export class WrongUsage extends Error {}

/** A result, for people or, with `--json`, for programs. */
export function print(result: unknown, { json, text }: { json: boolean; text: string }): void {
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : text === '' ? '' : `${text}\n`);
}

/** A result of any length, as fast as it is read: by a slow pipe, slowly. */
export async function pour(portions: AsyncIterable<string | Uint8Array> | readonly string[]): Promise<void> {
  await pipeline(Readable.from(portions, { objectMode: false }), process.stdout, { end: false });
}

/** A message to the person at the terminal. */
export function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Rows as aligned columns; the first row names them. */
export function table(rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => row.map((cell) => String(cell ?? '')));
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Asks a question; true for `y` or `yes`. */
export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** All of standard input as text. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** A secret: typed unseen on a terminal, or all of standard input. */
export async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readStdin()).trim();
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const secret = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return secret.trim();
}

const whole = new Intl.NumberFormat('en');

export function number(value: number): string {
  return whole.format(Math.round(value));
}

/** `45 s`, `3 min 10 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}
