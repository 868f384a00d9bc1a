import { type Command, Option } from 'commander';
import { type Counts, type Sent, sendAll, senderTo } from '../../../contract/import-file/batches.ts';
import type { Format, Row } from '../../../contract/import-file/row.ts';
import { formatByName, type ImportFile, openImport } from '../import/file.ts';
import { RefusedFile } from '../import/refused.ts';
import { id, wantsJson } from '../options.ts';
import { type Progress, startProgress } from '../progress.ts';
import { onSignal } from '../signals.ts';
import { number, print, say, WrongUsage } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

/** Small enough that reports do not wait for long behind one. */
const MOST = { rows: 200, bytes: 4 * 1024 * 1024 };

type Options = { brand: number; format?: Format; dryRun?: boolean };

const HELP = `
A line is a recorded answer:
  {"id": "optional, unique within the brand", "prompt": "best crm for agencies", "agent": "chatgpt",
   "answered_at": "2026-11-18T09:12:00Z", "answer": "Markdown text", "citations": [{"url": "https://...", "title": "optional"}],
   "model": "optional", "searches": ["optional"]}
CSV has the same fields as columns, named in its first row; citations as JSON or as URLs with spaces between them,
searches as a JSON array or with | or line breaks between them.
What is stored already is skipped: run the same command again to go on after a stop.
A bad line never stops the rest: it is written to FILE.refused.jsonl with its number and the reason.`;

export function addImport(program: Command): void {
  program
    .command('import')
    .description('import recorded answers into a brand')
    .argument('<file>', '.jsonl or .csv, also .gz; - is standard input')
    .requiredOption('--brand <id>', 'brand that the answers are about', id)
    .addOption(
      new Option('--format <format>', 'format, where the name does not tell').choices(['jsonl', 'csv']),
    )
    .option('--dry-run', 'count what would happen; store nothing (refused lines are written all the same)')
    .addHelpText('after', HELP)
    .action(async (file: string, options: Options, command: Command) =>
      importFile(file, options, wantsJson(command)),
    );
}

async function importFile(
  file: string,
  { brand, format, dryRun = false }: Options,
  json: boolean,
): Promise<void> {
  if (file === '-' && !format)
    throw new WrongUsage('the format of standard input must be given: --format jsonl or csv');
  const input = openImport(file, format ?? formatByName(file));
  try {
    // A wrong header ends the command here, before the database is opened.
    const first = await input.rows.next();
    const rows = first.done ? empty() : following(first.value, input.rows);
    const done = await run(input, rows, { brand, dryRun });
    print(done.counts, { json, text: summary(done.counts, dryRun) });
    report(done, file);
  } finally {
    input.close();
  }
}

async function* empty(): AsyncGenerator<Row[]> {}

async function* following(first: Row[], rest: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  yield first;
  yield* rest;
}

type Done = { counts: Counts; stopped: boolean; refusedPath: string; lastLine: number };

async function run(
  input: ImportFile,
  rows: AsyncIterable<Row[]>,
  { brand: brandId, dryRun }: { brand: number; dryRun: boolean },
): Promise<Done> {
  return withDatabase(
    async (operator) => {
      const brand = await operator.findBrand(brandId);
      if (!brand) throw new Error(`Brand ${brandId} not found`);
      const tally = new Tally(input);
      const off = onSignal(() => {
        tally.stopped = true;
        input.close();
      });
      try {
        await sendAll(rows, {
          ...{ most: MOST, underWay: 2 },
          send: senderTo((values) => operator.importBatch(brand, values, { dryRun })),
          onSent: (sent) => tally.add(sent),
          isStopped: () => tally.stopped,
        });
      } finally {
        off();
        tally.close();
      }
      return tally;
    },
    { isLong: true },
  );
}

/** Counts what was sent, shows it, and writes refused rows down. */
class Tally {
  readonly counts: Counts = { new: 0, known: 0, refused: 0 };
  readonly refusedPath: string;
  readonly #input: ImportFile;
  readonly #refused: RefusedFile;
  readonly #progress: Progress;
  #bytes = 0;
  lastLine = 0;
  stopped = false;

  constructor(input: ImportFile) {
    this.#input = input;
    this.refusedPath = input.refusedPath;
    this.#refused = new RefusedFile(input.refusedPath);
    this.#progress = startProgress('import', 'lines');
  }

  add(sent: Sent): void {
    this.counts.new += sent.new;
    this.counts.known += sent.known;
    this.counts.refused += sent.refused.length;
    for (const { row, reason } of sent.refused) this.#refused.add(row, reason);
    for (const { bytes } of sent.rows) this.#bytes += bytes.length + 1;
    this.lastLine = sent.rows.at(-1)?.line ?? this.lastLine;
    const { new: added, known, refused } = this.counts;
    // A packed file's position is that of the packed bytes; a plain one is read ahead of what is stored.
    const done = Math.min(this.#bytes, this.#input.bytesRead());
    this.#progress.update(done, this.#input.size, added + known + refused);
  }

  close(): void {
    this.#progress.stop();
    this.#refused.close();
  }
}

function summary({ new: added, known, refused }: Counts, dryRun: boolean): string {
  const what = dryRun ? 'would be new' : 'new';
  return `${number(added)} ${what}, ${number(known)} known, ${number(refused)} refused`;
}

function report({ counts, stopped, refusedPath, lastLine }: Done, file: string): void {
  if (counts.refused > 0)
    say(
      `${counts.refused === 1 ? '1 line was' : `${number(counts.refused)} lines were`} refused: ${refusedPath} has what was refused, with line numbers and reasons`,
    );
  if (stopped) {
    const again = file === '-' ? 'send the same input again' : 'run the same command again';
    say(`Stopped after line ${number(lastLine)}. To go on, ${again}: what is stored is skipped.`);
  }
  const nothing = counts.refused > 0 && counts.new + counts.known === 0;
  if (stopped || nothing) process.exitCode = 1;
}
