import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { text as wholeText } from 'node:stream/consumers';
import type { Command } from 'commander';
import { named, wantsJson } from '../options.ts';
import { assertFile } from '../paths.ts';
import { print, say, WrongUsage } from '../terminal.ts';

type Options = { explain?: boolean; brand?: string; competitor: string[] };

export function addRead(program: Command): void {
  program
    .command('read [file]')
    .description('read answers by the rules alone, without a database')
    .option('--explain', 'say which words decided position and sentiment')
    .option(
      '--brand <name>',
      'read the input as one answer in Markdown, for this brand, and explain it',
      named,
    )
    .option(
      '--competitor <name>',
      'with --brand: a tracked competitor; may be repeated',
      (name: string, before: string[]) => [...before, named(name)],
      [],
    )
    .addHelpText(
      'after',
      `
Without --brand: one request per line of the file or of standard input,
  {"brand":{"name","aliases":[],"domain","exclude":[]},"competitors":[...],"answer":"Markdown","citations":[{"url","title"}]}
and one line per request on standard output: mentions, positions, sentiment, spans, discovered names, sources.

A pasted answer:
  brandscope read --explain --brand Acme --competitor Globex answer.md

What an explanation calls words, comparison, heading, list and rating are rules; model is what all words of a
sentence say together, as learnt from labelled answers. Numbers above 0 speak for the brand, below against it.`,
    )
    .action((file: string | undefined, options: Options, command: Command) =>
      read(file, options, wantsJson(command)),
    );
}

async function read(file: string | undefined, options: Options, json: boolean): Promise<void> {
  if (file !== undefined && file !== '-') assertFile(file);
  const input = file === undefined || file === '-' ? process.stdin : fs.createReadStream(file);
  const { explainAnswer, readLines } = await import('./read.ts');
  if (options.brand !== undefined) {
    const { brand, competitor } = options;
    assertDifferent([brand, ...competitor]);
    const { text, data } = explainAnswer(await wholeText(input), {
      brand: options.brand,
      competitors: options.competitor,
    });
    print(data, { json, text });
    return;
  }
  if (options.competitor.length > 0) throw new WrongUsage('--competitor goes with --brand');
  const lines = createInterface({ input, crlfDelay: Infinity });
  const write = async (line: string) => {
    if (!process.stdout.write(`${line}\n`))
      await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
  };
  const { refused } = await readLines(lines, write, options.explain);
  if (refused === 0) return;
  say(
    `${refused} lines could not be read: {"error"} stands in their place. An answer in Markdown wants --brand.`,
  );
  process.exitCode = 1;
}

/** The brand and its competitors: the same name twice would be found for one of them alone. */
function assertDifferent(names: readonly string[]): void {
  const keys = names.map((name) => name.trim().toLowerCase());
  const twice = names.find((_, i) => keys.indexOf(keys[i] ?? '') < i);
  if (twice !== undefined) throw new WrongUsage(`--competitor ${twice} is named before, or the brand itself`);
}
