import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import type { Collecting, CollectorEvent, Manner, Round } from '../../main.ts';
import { id, wantsJson } from '../options.ts';
import { onSignal } from '../signals.ts';
import { startTally } from '../tally.ts';
import { number, print, say } from '../terminal.ts';
import { announceNew } from '../with-database.ts';

type Options = { brand?: number; dryRun?: boolean };

export function addCollect(program: Command): void {
  program
    .command('collect')
    .description('ask the agents now: all active prompts, within the monthly limits')
    .requiredOption('--once', 'one round; the service asks by itself where a plan is active')
    .option('--brand <id>', 'of this brand alone', id)
    .option('--dry-run', 'say what would be asked and what it would cost, and ask nothing')
    .action(async ({ brand, dryRun = false }: Options, command: Command) => {
      await withCollecting(async (collecting) =>
        dryRun
          ? forecast(await collecting.add({ brandId: brand, dryRun: true }), wantsJson(command))
          : collect(collecting, brand, wantsJson(command)),
      );
    });
  program
    .command('reparse')
    .description('parse the stored responses of agents again, after their parser was mended; asks nothing')
    .option('--brand <id>', 'of this brand alone', id)
    .action(async ({ brand }: Options, command: Command) => {
      await withCollecting(
        async (collecting) => {
          const done = await collecting.reparse({ brandId: brand, tell: () => {} });
          const { parsed, mended, changed, doubtful } = done;
          const doubts =
            doubtful > 0 ? `, ${number(doubtful)} stored answers no longer look like one and were left` : '';
          const text = `Parsed ${number(parsed)} responses: ${number(mended)} failures are answers now, ${number(changed)} answers changed${doubts}.`;
          print(done, { json: wantsJson(command), text });
        },
        { isLong: true },
      );
    });
}

async function withCollecting<T>(
  work: (collecting: Collecting, config: Config) => Promise<T>,
  manner: Manner = {},
): Promise<T> {
  const { readConfig } = await import('../../config.ts');
  const config = readConfig();
  await announceNew(config);
  const { openForCollecting } = await import('../../main.ts');
  const { collecting, database } = await openForCollecting(config, manner);
  try {
    return await work(collecting, config);
  } finally {
    await database.close();
  }
}

async function collect(collecting: Collecting, brandId: number | undefined, json: boolean): Promise<void> {
  const rounds = await collecting.add({ brandId, dryRun: false });
  sayRounds(rounds);
  const total = rounds.reduce((sum, { added, waiting }) => sum + added + waiting, 0);
  if (total === 0)
    return print({ answered: 0, failed: 0, left: 0 }, { json, text: 'There is nothing to ask.' });
  const tally = startTally(total);
  const problems = new Set<string>();
  const round = collecting.run({
    ...(brandId !== undefined && { brandId }),
    onEvent: (event) => {
      tally.add(event);
      if (event.kind === 'failed') problems.add(problemOf(event));
    },
    onError: (error) => problems.add((error as Error).message),
  });
  let stopped: Promise<void> | undefined;
  const off = onSignal(() => {
    say('Stopping: waiting for what is being asked (press again to cut it off) ...');
    stopped = round.stop();
  });
  // No more is taken as soon as it is stopped; what was taken is paid for, and comes later.
  await round.done.then(() => stopped).finally(off);
  tally.stop();
  for (const problem of problems) say(problem);
  const left = await collecting.left(brandId);
  for (const { connection, message } of left.pauses) say(`${connection} is paused: ${message}`);
  const { answered, failed, usd } = tally;
  const why = round.lacksMoney() ? ' (the monthly limit is reached: see PATCH /plan)' : '';
  const rest = left.waiting > 0 ? `, ${number(left.waiting)} left waiting${why}` : '';
  const text = `${number(answered())} answered, ${number(failed())} failed${rest}; ${usd().toFixed(4)} USD.`;
  print(
    { answered: answered(), failed: failed(), left: left.waiting, usd: usd(), paused: left.pauses },
    { json, text },
  );
  if (answered() === 0) process.exitCode = 1;
}

const problemOf = ({ agent, failure, message }: CollectorEvent) => `${agent}: ${failure}: ${message}`;

function sayRounds(rounds: readonly Round[]): void {
  for (const { brand, skipped, idle } of rounds) {
    if (idle !== null) say(`${brand.name}: ${idle}`);
    for (const { reason } of skipped) say(`${brand.name}: ${reason}`);
  }
}

function forecast(rounds: readonly Round[], json: boolean): void {
  const lines = rounds.map(({ brand, forecast, skipped, idle }) => {
    const cost = `about ${forecast.expected_usd.toFixed(4)} USD, at most ${forecast.most_usd.toFixed(4)} USD`;
    const why = skipped.map(({ reason }) => reason);
    const reasons = (idle === null ? why : [idle, ...why]).map((reason) => `\n  ${reason}`).join('');
    return `${brand.name} (brand ${brand.id}): ${number(forecast.answers)} answers, ${cost}${reasons}`;
  });
  print(rounds, { json, text: lines.join('\n') || 'There is no brand.' });
}
