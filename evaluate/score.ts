// Scores the reading rules on labelled cases: `node evaluate/score.ts FILE...` (JSON). Prints figures per group and the misses.
import { readFileSync } from 'node:fs';
import { nameKey } from '../src/domain/reading/discover.ts';
import { readUrl } from '../src/domain/reading/sources.ts';
import { compileEntities, type EntitySettings, type Reading, readAnswer } from '../src/domain/reading.ts';

type Label = 'pos' | 'neu' | 'neg';
type Other = string | { name: string; domain?: string; aliases?: string[] };
type Expect = {
  mentioned?: boolean;
  position?: number | null;
  sentiment?: Label | null;
  kind?: string;
  discovered?: string[];
  domains?: string[];
};
type Case = {
  id: string;
  group?: string;
  kind?: string;
  language?: string;
  brand: string;
  aliases?: string[];
  domain?: string;
  exclude?: string[];
  others?: Other[];
  text: string;
  citations?: string[];
  expect: Label | Expect;
  scored?: string[];
};
type UrlCases = {
  source_domain: { url: string; expect: string }[];
  same_page: [string, string][];
  different_page: [string, string][];
};
type Tally = { good: number; all: number };
type Board = {
  groups: Map<string, Map<string, Tally>>;
  misses: string[];
  mention: Counts;
  discovery: Counts;
  signErrors: number;
};
type Counts = { hit: number; extra: number; missed: number };

const newBoard = (): Board => ({
  groups: new Map(),
  misses: [],
  mention: { hit: 0, extra: 0, missed: 0 },
  discovery: { hit: 0, extra: 0, missed: 0 },
  signErrors: 0,
});

function settings(name: string, more: Partial<EntitySettings> = {}): EntitySettings {
  return { name, aliases: more.aliases ?? [], domain: more.domain ?? '', exclude: more.exclude ?? [] };
}

function readCase(item: Case): Reading {
  const others = (item.others ?? []).map((other) =>
    typeof other === 'string' ? settings(other) : settings(other.name, other),
  );
  const brand = settings(item.brand, {
    aliases: item.aliases ?? [],
    domain: item.domain ?? '',
    exclude: item.exclude ?? [],
  });
  return readAnswer(
    compileEntities(brand, others),
    item.text,
    (item.citations ?? []).map((url) => ({ url })),
  );
}

const label = (sentiment: number | null): Label | null =>
  sentiment === null ? null : sentiment <= 43 ? 'neg' : sentiment >= 57 ? 'pos' : 'neu';

function tally(board: Board, group: string, measure: string, good: boolean): void {
  const measures = board.groups.get(group) ?? new Map<string, Tally>();
  board.groups.set(group, measures);
  const count = measures.get(measure) ?? { good: 0, all: 0 };
  measures.set(measure, { good: count.good + (good ? 1 : 0), all: count.all + 1 });
}

function check(board: Board, item: Case, measure: string, got: unknown, want: unknown): void {
  const group = item.group ?? item.kind ?? 'all';
  const good = got === want;
  tally(board, group, measure, good);
  tally(board, 'TOTAL', measure, good);
  if (item.language) tally(board, `language ${item.language}`, measure, good);
  if (!good)
    board.misses.push(
      `${item.id}: ${measure} ${String(got)}, expected ${String(want)} | ${item.text.replace(/\n/g, '⏎').slice(0, 110)}`,
    );
}

function count(counts: Counts, got: boolean, want: boolean): void {
  if (got && want) counts.hit++;
  else if (got) counts.extra++;
  else if (want) counts.missed++;
}

function scoreCase(board: Board, item: Case): void {
  const reading = readCase(item);
  const expect: Expect = typeof item.expect === 'string' ? { sentiment: item.expect } : item.expect;
  const scored = new Set(item.scored ?? Object.keys(expect));
  if (scored.has('mentioned') && expect.mentioned !== undefined) {
    count(board.mention, reading.brand.mentioned, expect.mentioned);
    check(board, item, 'mentioned', reading.brand.mentioned, expect.mentioned);
  }
  if (scored.has('position')) check(board, item, 'position', reading.brand.position, expect.position ?? null);
  if (scored.has('kind')) check(board, item, 'kind', reading.brand.kind, expect.kind);
  if (scored.has('sentiment')) scoreSentiment(board, item, reading, expect.sentiment ?? null);
  if (scored.has('discovered') && expect.discovered) scoreDiscovery(board, item, reading, expect.discovered);
  if (scored.has('domains') && expect.domains)
    check(
      board,
      item,
      'domains',
      reading.sources.map((source) => source.domain).join(' '),
      expect.domains.join(' '),
    );
}

function scoreSentiment(board: Board, item: Case, reading: Reading, want: Label | null): void {
  const got = label(reading.brand.sentiment);
  check(board, item, 'sentiment', got, want);
  if ((got === 'pos' && want === 'neg') || (got === 'neg' && want === 'pos')) board.signErrors++;
}

function scoreDiscovery(board: Board, item: Case, reading: Reading, names: readonly string[]): void {
  const want = new Set(names.map(nameKey));
  const found = reading.discovered.filter(({ mentioned }) => mentioned).map(({ key }) => key);
  // A product's full name finds its brand: `Casper Original` is a sighting of Casper.
  const got = new Set(found.map((key) => [...want].find((name) => key.startsWith(name)) ?? key));
  for (const key of new Set([...want, ...got])) count(board.discovery, got.has(key), want.has(key));
  const extra = [...got].filter((key) => !want.has(key));
  const missed = [...want].filter((key) => !got.has(key));
  if (extra.length + missed.length > 0)
    board.misses.push(`${item.id}: discovery extra [${extra}] missed [${missed}]`);
}

function scoreUrls(board: Board, cases: UrlCases): void {
  const url = (text: string): Case => ({ id: text, group: 'urls', brand: '', text, expect: {} });
  for (const { url: text, expect } of cases.source_domain)
    check(board, url(text), 'domain', readUrl(text)?.domain ?? null, expect);
  for (const [a, b] of cases.same_page)
    check(board, url(a), 'same page', readUrl(a)?.url === readUrl(b)?.url, true);
  for (const [a, b] of cases.different_page)
    check(board, url(a), 'different page', readUrl(a)?.url !== readUrl(b)?.url, true);
}

/** The 95 % Wilson interval of a share, in percent. */
function wilson({ good, all }: Tally): string {
  const z = 1.96;
  const p = good / all;
  const middle = (p + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const half = (z / (1 + (z * z) / all)) * Math.sqrt((p * (1 - p)) / all + (z * z) / (4 * all * all));
  return `${Math.round(100 * (middle - half))}-${Math.round(100 * (middle + half))}`;
}

function f1({ hit, extra, missed }: Counts): string {
  const precision = hit / Math.max(1, hit + extra);
  const recall = hit / Math.max(1, hit + missed);
  const f = (200 * precision * recall) / Math.max(1e-9, precision + recall);
  return `F1 ${f.toFixed(1)} (precision ${(100 * precision).toFixed(1)}, recall ${(100 * recall).toFixed(1)}, n ${hit + missed})`;
}

function print(file: string, board: Board): void {
  console.log(`\n${file}`);
  for (const [group, measures] of board.groups) {
    const cells = [...measures].map(
      ([measure, count]) => `${measure} ${count.good}/${count.all} (${wilson(count)})`,
    );
    console.log(`  ${group.padEnd(14)} ${cells.join('  ')}`);
  }
  if (board.mention.hit + board.mention.extra + board.mention.missed > 0)
    console.log(`  mentions   ${f1(board.mention)}`);
  if (board.discovery.hit + board.discovery.missed > 0) console.log(`  discovery  ${f1(board.discovery)}`);
  if (board.signErrors > 0) console.log(`  sign errors ${board.signErrors}`);
  for (const miss of board.misses) console.log(`  MISS ${miss}`);
}

for (const file of process.argv.slice(2)) {
  const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[] | UrlCases;
  const board = newBoard();
  if (Array.isArray(cases)) for (const item of cases) scoreCase(board, item);
  else scoreUrls(board, cases);
  print(file, board);
}
