// `npm test`: the whole suite on the embedded database, then what depends on the database once more on a
// PostgreSQL server that this script starts. Ends with `N passed, N failed`.
// Arguments: files or folders to run alone; `--long` runs the long campaigns.
import fs from 'node:fs';
import os, { availableParallelism } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { QUICKLY } from '../src/storage/embedded/engine.ts';
import { chromiumPath } from '../test/kit/browser.ts';
import { startPostgres } from '../test/kit/postgres.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** Parts that are run on the server too; the other commands open their own data folders. */
const ON_SERVER = ['test/api', 'test/storage', 'test/cli/backup.test.ts'];

/** What needs a browser. */
const IN_BROWSER = 'test/console/browser';

/**
 * Folders whose files share processes, this many in each: loading the service and its database costs more than most
 * files take (15 files of test/api: 24 seconds instead of 70). The others start and kill processes of their own, or
 * keep collectors at work until their process ends.
 */
const TOGETHER: Record<string, number> = {
  [IN_BROWSER]: 3,
  'test/api': 8,
  'test/console': 5,
  'test/domain': 20,
  'test/http': 7,
  'test/storage': 6,
};
/** They take as long as a group. */
const ALONE = /histories|every-operation|hostile/;

/** The longest test takes a minute on two idle cores, and four where other work shares them: this ends what hangs. */
const TEST_MS = 900_000;
const ROUND_MS = 3_000_000;

const EMBEDDED = { TEST_DATABASE: 'embedded' };

const ROOM = 6 * 1024 ** 3;

/** `failedFiles`: all files of the processes in which something failed. */
type Counts = { passed: number; failed: number; failedFiles: string[] };
type Failure = { round: string; file: string; name: string; error: unknown };

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isLong = process.argv.includes('--long');

/** Test files below the arguments (below `test` without any), the slowest kind first. */
function testFiles(): string[] {
  const all = fs
    .globSync('test/**/*.test.ts', { cwd: ROOT })
    .map((file) => file.split(path.sep).join('/'))
    .sort();
  const chosen = all.filter((file) => wanted.length === 0 || wanted.some((one) => isWithin(file, one)));
  const weight = (file: string) =>
    /histor|kill|power|every-operation|cli\/collect|console\/browser/.test(file) ? 0 : 1;
  return chosen.sort((a, b) => weight(a) - weight(b));
}

/** What one process runs; a group of several files has a file of its own that loads them. */
type Group = { entry: string; title: string; files: string[] };

function groupsOf(files: readonly string[], together: boolean): Group[] {
  const groups: Group[] = [];
  for (const file of files) {
    const folder = path.posix.dirname(file);
    const most = !together || ALONE.test(file) ? 1 : (TOGETHER[folder] ?? 1);
    const open = groups.find(({ title, files: own }) => title === folder && own.length < most);
    if (open) open.files.push(file);
    else groups.push({ entry: path.join(ROOT, file), title: most > 1 ? folder : file, files: [file] });
  }
  return groups.map(withEntry);
}

/** A file that cannot be loaded fails by its name, and a process that ends before its tests do fails. */
const LOADS = 'loads ';
const LOADING = `
import { after, test } from 'node:test';
let isDone = false;
after(() => { isDone = true; });
process.on('exit', () => { if (!isDone) process.exitCode = 1; });
for (const [file, url] of files)
  await import(url).catch((error) => test('${LOADS}' + file, () => { throw error; }));
`;

let entries: string | undefined;

function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'brandscope-groups-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function withEntry(group: Group, at: number): Group {
  if (group.files.length === 1) return { ...group, title: group.files[0] ?? group.title };
  entries ??= temporaryFolder();
  const entry = path.join(fs.mkdtempSync(path.join(entries, 'round-')), `group-${at}.mjs`);
  const urls = group.files.map((file) => [file, pathToFileURL(path.join(ROOT, file)).href]);
  fs.writeFileSync(entry, `const files = ${JSON.stringify(urls)};\n${LOADING}`);
  return { ...group, entry, title: `${group.title} (${group.files.length} files)` };
}

function isWithin(file: string, argument: string): boolean {
  const given = path.relative(ROOT, path.resolve(argument)).split(path.sep).join('/');
  return file === given || file.startsWith(`${given}/`) || file.includes(argument);
}

/** `atOnce`: how many of its processes run beside each other. */
type Round = {
  title: string;
  files: string[];
  env: Record<string, string>;
  atOnce: number;
  together?: boolean;
};

/** Runs the files, some of them in one process, and prints a line for each process as it ends. */
async function runRound({ title, files, env, atOnce, together = true }: Round): Promise<Counts> {
  console.log(`\n${title}: ${files.length} files`);
  const started = performance.now();
  const failures: Failure[] = [];
  const tests = new Map(files.map((file) => [file, { passed: 0 }]));
  const groups = groupsOf(files, together);
  const stream = run({
    files: groups.map(({ entry }) => entry),
    ...{ cwd: ROOT, concurrency: atOnce },
    env: { ...process.env, ...env, ...(isLong && { LONG: '1' }) } as NodeJS.ProcessEnv,
    // What hangs fails: a test after its time, a file whose handles stay open with the whole round.
    // Commands and services that tests start compile it as they do for a user.
    execArgv: [...QUICKLY, ...(isLong ? [] : [`--test-timeout=${TEST_MS}`])],
    ...(!isLong && { signal: AbortSignal.timeout(ROUND_MS) }),
  });
  const relative = (file = '') =>
    groups.find(({ entry }) => entry === file)?.title ?? path.relative(ROOT, file).split(path.sep).join('/');
  stream.on('test:pass', ({ file, name, details, skip, todo }) => {
    if (name === file) return; // the file itself, which held no test
    const counts = tests.get(relative(file));
    if (counts && details.type !== 'suite' && !skip && !todo) counts.passed++;
  });
  stream.on('test:fail', ({ file, name, details }) => {
    if ((details.error as { failureType?: string }).failureType === 'subtestsFailed') return;
    const isLoading = name.startsWith(LOADS) && files.includes(name.slice(LOADS.length));
    const failure = {
      round: title,
      file: isLoading ? name.slice(LOADS.length) : relative(file),
      name,
      error: details.error,
    };
    failures.push(failure);
    explain(failure);
  });
  stream.on('test:summary', ({ file, counts, duration_ms }) => {
    if (file)
      console.log(
        `  ${title}, ${relative(file)}: ${counts.passed} of ${counts.tests}, ${seconds(duration_ms)}`,
      );
  });
  for await (const { type, data } of stream) if (type === 'test:stderr') process.stderr.write(data.message);
  for (const [file, { passed }] of tests)
    if (passed === 0 && !failures.some((failure) => failure.file === file))
      failures.push({ round: title, file, name: file, error: new Error('no test was executed') });
  if (failures.length > 0) console.log(`\nFailed, ${title}:`);
  for (const { file, name } of failures) console.log(`  ${file}: ${name}`);
  const passed = [...tests.values()].reduce((sum, counts) => sum + counts.passed, 0);
  console.log(
    `${title}: ${passed} passed, ${failures.length} failed in ${seconds(performance.now() - started)}`,
  );
  const failedFiles = groups
    .filter((group) => failures.some(({ file }) => group.title === file || group.files.includes(file)))
    .flatMap((group) => group.files);
  return { passed, failed: failures.length, failedFiles };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function explain({ round, file, name, error }: Failure): void {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  console.log(`\n  FAILED ${round}, ${file}: ${name}\n${text}\n`);
}

async function onServer(files: string[]): Promise<Counts> {
  const server = await startPostgres({ settings: { shared_buffers: '128MB' } });
  try {
    const env = { TEST_DATABASE: 'server', TEST_DATABASE_URL: server.url };
    return await runRound({ title: 'PostgreSQL server', files, env, atOnce: 1 });
  } finally {
    await server.stop();
  }
}

/**
 * Puts temporary folders into memory where there is room: the suite creates hundreds of databases, and what
 * is tested (acknowledged, flushed, recovered) does not depend on how long a disk takes.
 */
function workInMemory(): void {
  const memory = '/dev/shm';
  if (!fs.existsSync(memory)) return;
  const { bavail, bsize } = fs.statfsSync(memory);
  if (bavail * bsize < ROOM) return;
  const folder = fs.mkdtempSync(path.join(memory, 'brandscope-tests-'));
  // The database server runs as another user.
  fs.chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
}

/**
 * A browser on a busy machine may miss a moment: where something failed there, all files of the process are run once
 * more, each in one of its own, and this is said. What fails twice has failed.
 */
async function secondTry(first: Counts): Promise<Counts[]> {
  const again = first.failedFiles.filter((file) => isWithin(file, IN_BROWSER));
  if (again.length === 0 || again.length < first.failedFiles.length) return [first];
  const title = 'Once more, in the browser';
  const second = await runRound({ title, files: again, env: EMBEDDED, atOnce: 1, together: false });
  return [
    { ...first, failed: 0 },
    { ...second, passed: 0 },
  ];
}

/** Leaves out what needs a browser where there is none, and says so; where changes are checked, that fails. */
function withBrowser(files: string[]): string[] {
  const chromium = chromiumPath();
  if (fs.existsSync(chromium) || process.env.CI) return files;
  const left = files.filter((file) => !isWithin(file, IN_BROWSER));
  if (left.length < files.length)
    console.log(
      `No Chromium at ${chromium}: ${files.length - left.length} files of ${IN_BROWSER} are left out. Install chromium-headless-shell or chromium (apt-get install), or name one in CHROMIUM.`,
    );
  return left;
}

workInMemory();
// What the processes of the suite load is compiled once.
process.env.NODE_COMPILE_CACHE ??= path.join(ROOT, 'node_modules/.cache/brandscope/code');
const files = withBrowser(testFiles());
const again = files.filter((file) => ON_SERVER.some((part) => isWithin(file, part)));
// One process more than there are cores, for many tests wait, and the rounds at once: when one came after the other,
// 1.6 of two cores were busy.
const atOnce = Math.max(2, Math.min(5, availableParallelism() + 1));
const settled = await Promise.allSettled([
  runRound({ title: 'Embedded database', files, env: EMBEDDED, atOnce }).then(secondTry),
  again.length > 0 ? onServer(again).then((counts) => [counts]) : Promise.resolve([]),
]);
const rounds = settled.flatMap((round) => {
  if (round.status === 'fulfilled') return round.value;
  console.log(`\n  FAILED to run: ${round.reason?.stack ?? round.reason}`);
  return [{ passed: 0, failed: 1, failedFiles: [] }];
});
const passed = rounds.reduce((sum, round) => sum + round.passed, 0);
const failed = rounds.reduce((sum, round) => sum + round.failed, 0) + (files.length === 0 ? 1 : 0);
if (files.length === 0) console.log(`no test file matches ${wanted.join(' ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
