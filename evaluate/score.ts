// Reads cases and holds what was found against the labels.
import { nameKey } from '../src/domain/reading/discover.ts';
import { readUrl } from '../src/domain/reading/sources.ts';
import { compileEntities, type EntityReading, type Reading, readAnswer } from '../src/domain/reading.ts';
import { type Case, type Entity, type Label, loadUrls } from './cases.ts';

/** A count of what was found: rightly, wrongly, and of what was missed. */
export type Found = { hit: number; extra: number; missed: number };
export const SHARES = ['position', 'kind', 'sentiment', 'signs', 'sources'] as const;
export const FINDINGS = ['mentions', 'discovery'] as const;
/** Of one case: shares as right of all, findings as counts; `unscored` counts labels in languages without rules. */
export type Score = {
  of: Case;
  shares: Record<(typeof SHARES)[number], { right: number; all: number }>;
  findings: Record<(typeof FINDINGS)[number], Found>;
  unscored: number;
  misses: string[];
};

/** The settings of a labelled entity. */
export const settingsOf = ({ name, aliases = [], domain = '', exclude = [] }: Entity) => ({
  ...{ name, aliases, domain, exclude },
});

function read({ entities, text, citations = [] }: Case): Reading {
  const [brand, ...others] = entities;
  if (!brand) throw new Error('a case needs a brand');
  return readAnswer(
    compileEntities(settingsOf(brand), others.map(settingsOf)),
    text.join('\n'),
    citations.map((url) => ({ url })),
  );
}

/** The label of a sentiment, as reports show it. */
export const labelOf = (sentiment: number): Label =>
  sentiment <= 43 ? 'neg' : sentiment >= 57 ? 'pos' : 'neu';

/** Scores one case. */
export function scoreCase(of: Case): Score {
  const reading = read(of);
  const share = () => ({ right: 0, all: 0 });
  const found = () => ({ hit: 0, extra: 0, missed: 0 });
  const score: Score = {
    of,
    shares: { position: share(), kind: share(), sentiment: share(), signs: share(), sources: share() },
    findings: { mentions: found(), discovery: found() },
    unscored: 0,
    misses: [],
  };
  of.entities.forEach((entity, at) => {
    const own = at === 0 ? reading.brand : reading.competitors[at - 1];
    if (own) scoreEntity(score, entity, own);
  });
  if (of.names) scoreDiscovery(score, reading, of.names);
  if (of.domains) {
    const domains = [...new Set(reading.sources.map(({ domain }) => domain))];
    judge(score, 'sources', '', [domains.join(' '), of.domains.join(' ')]);
  }
  return score;
}

function scoreEntity(score: Score, { name, expect = {} }: Entity, own: EntityReading): void {
  if (expect.mentioned !== undefined) {
    tally(score.findings.mentions, own.mentioned, expect.mentioned);
    if (own.mentioned !== expect.mentioned)
      score.misses.push(`mention: ${name} ${own.mentioned ? 'found' : (own.kind ?? 'not found')}`);
  }
  if (expect.position != null) judge(score, 'position', name, [own.position, expect.position]);
  if (!own.mentioned) return;
  if (expect.kind) judge(score, 'kind', name, [own.kind, expect.kind]);
  if (expect.sentiment == null) return;
  if (own.sentiment === null) {
    score.unscored++;
    return;
  }
  const label = labelOf(own.sentiment);
  judge(
    score,
    'sentiment',
    name,
    [`${label} (${own.sentiment})`, expect.sentiment],
    label === expect.sentiment,
  );
  const isOpposite = label !== 'neu' && expect.sentiment !== 'neu' && label !== expect.sentiment;
  score.shares.signs.all++;
  if (!isOpposite) score.shares.signs.right++;
}

type Pair = [got: unknown, want: unknown];

function judge(
  score: Score,
  measure: (typeof SHARES)[number],
  name: string,
  [got, want]: Pair,
  isRight = got === want,
): void {
  score.shares[measure].all++;
  if (isRight) score.shares[measure].right++;
  else score.misses.push(`${measure}: ${name} ${String(got)}, expected ${String(want)}`);
}

function tally(found: Found, got: boolean, want: boolean): void {
  if (got && want) found.hit++;
  else if (got) found.extra++;
  else if (want) found.missed++;
}

function scoreDiscovery(score: Score, reading: Reading, names: readonly string[]): void {
  const want = new Set(names.map(nameKey));
  // A product's full name finds its brand: `Casper Original` is a sighting of Casper.
  const got = new Set(
    reading.discovered
      .filter(({ mentioned }) => mentioned)
      .map(({ key }) =>
        want.has(key) ? key : ([...want].find((name) => name !== '' && key.startsWith(name)) ?? key),
      ),
  );
  for (const key of new Set([...want, ...got])) tally(score.findings.discovery, got.has(key), want.has(key));
  const extra = [...got].filter((key) => !want.has(key));
  const missed = [...want].filter((key) => !got.has(key));
  if (extra.length > 0) score.misses.push(`discovery: extra ${extra.join(', ')}`);
  if (missed.length > 0) score.misses.push(`discovery: missed ${missed.join(', ')}`);
}

/** Right of all URL cases, and those that are wrong. */
export function scoreUrls(): { right: number; all: number; misses: string[] } {
  const cases = loadUrls();
  const page = (url: string) => readUrl(url)?.url;
  const wrong = [
    ...cases.source_domain.filter(({ url, expect }) => readUrl(url)?.domain !== expect).map(({ url }) => url),
    ...cases.same_page.filter(([a, b]) => page(a) !== page(b)).map((pair) => pair.join(' = ')),
    ...cases.different_page.filter(([a, b]) => page(a) === page(b)).map((pair) => pair.join(' <> ')),
  ];
  const all = cases.source_domain.length + cases.same_page.length + cases.different_page.length;
  return { right: all - wrong.length, all, misses: wrong };
}
