import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { say } from '../terminal.ts';

export function addRead(program: Command): void {
  program
    .command('read')
    .description('read answers by the rules alone, without a database: JSONL in, JSONL out')
    .addHelpText(
      'after',
      `
One request per line on standard input:
  {"brand":{"name","aliases":[],"domain","exclude":[]},"competitors":[...],"answer":"Markdown","citations":[{"url","title"}]}
One line per request on standard output: mentions, positions, sentiment, spans, discovered names, sources.`,
    )
    .action(read);
}

async function read(): Promise<void> {
  const { readLines } = await import('./read.ts');
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  const { refused } = await readLines(lines, async (line) => {
    if (!process.stdout.write(`${line}\n`))
      await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
  });
  if (refused === 0) return;
  say(`${refused} lines could not be read: {"error"} stands in their place`);
  process.exitCode = 1;
}
