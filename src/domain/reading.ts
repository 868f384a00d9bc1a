// Turns one AI answer into facts: who is named, where, how well, and which sources it leans on.
// Pure and deterministic: the same answer and the same entities give the same facts on every machine.
import { isRenowned } from './reading/brand-list.ts';
import { discover } from './reading/brands.ts';
import { sourceEnd, sourceStart } from './reading/canvas.ts';
import { findDenied } from './reading/denials.ts';
import { type Found, ownKeys, settle } from './reading/discover.ts';
import { believe } from './reading/evidence.ts';
import type { Watch } from './reading/feeling-tally.ts';
import { findHeads } from './reading/heads.ts';
import { detectLanguage } from './reading/language.ts';
import { findMatches, type Match, shownIn } from './reading/match.ts';
import { compileEntities, type EntitySet, type EntitySettings } from './reading/names.ts';
import { findLeads, findPositions, type Named, type Rank } from './reading/position.ts';
import { countWhile } from './reading/search.ts';
import { type Feeling, findFeelings } from './reading/sentiment.ts';
import { type ReadCitation, type RecordedCitation, readSources, readUrl } from './reading/sources.ts';
import type { Label, Range, Visible } from './reading/structure.ts';
import { READING_VERSION } from './reading/version.ts';
import { closePart, readVisible } from './reading/visible.ts';

export type { EntitySet, EntitySettings, ReadCitation, RecordedCitation };
export { compileEntities, READING_VERSION };

export type Kind = 'recommended' | 'listed' | 'compared' | 'passing' | 'denied';
/** Why an entity has its position: what gave the number, and where that stands in the original answer. */
export type Placed = { by: Rank['by']; span: [number, number] | null };
/** Words that decided a sentiment, for (above 0) or against, and where they stand in the original answer. */
export type Reason = {
  by: 'words' | 'comparison' | 'heading' | 'list' | 'rating' | 'model';
  weight: number;
  span: [number, number];
};
export type EntityReading = {
  mentioned: boolean;
  /** 1 is first; null when it is not mentioned. */
  position: number | null;
  /** 0 to 100, 50 neutral; null when not mentioned or in a language without rules. */
  sentiment: number | null;
  kind: Kind | null;
  placed: Placed | null;
  reasons: Reason[];
  /** UTF-16 offsets into the original answer. */
  spans: [number, number][];
};
export type Discovered = EntityReading & { key: string; name: string; domain: string; strong: boolean };
export type Reading = {
  language: string | null;
  brand: EntityReading;
  competitors: EntityReading[];
  discovered: Discovered[];
  sources: ReadCitation[];
};

const ABSENT: EntityReading = {
  mentioned: false,
  position: null,
  sentiment: null,
  kind: null,
  placed: null,
  reasons: [],
  spans: [],
};

/** Reads one answer; `watch` is told what the sentiment model sees, for training. */
export function readAnswer(
  entities: EntitySet,
  answer: string,
  citations: readonly RecordedCitation[] = [],
  watch: Watch | null = null,
): Reading {
  const whole = readVisible(answer);
  const visible = closePart(whole);
  const language = detectLanguage(visible.folded, visible.text);
  const matches = findMatches(shownIn(whole, language), entities.root);
  const believed = new Set(believe(whole, matches, language));
  const [near, far] = splitAt(matches, visible.close);
  const known = near.filter((match) => believed.has(match));
  const heads = findHeads(visible);
  const blocked = near.filter((match) => match.owner < 0 || believed.has(match));
  const found = settle(discover(visible, heads, blocked, language), {
    judged: entities.judged,
    own: ownOf(entities).keys,
  });
  const named = nameAll(entities.size, known, found);
  const beyond = nameAll(
    entities.size,
    far.filter((match) => believed.has(match)),
    [],
  );
  const places = Map.groupBy([...named, ...beyond], ({ id }) => id);
  const leads = findLeads(visible.text, heads, named);
  const feelings = findFeelings({ visible, heads, leads, named, language }, watch);
  const denied = findDenied(visible, named, language);
  const positions = findPositions(
    visible.text,
    heads,
    leads,
    [...named, ...beyond].filter(({ id }) => !denied.has(id)),
  );
  const read = (id: number): EntityReading =>
    denied.has(id)
      ? { ...ABSENT, kind: 'denied', spans: spansOf(visible, places.get(id) ?? []) }
      : readEntity(visible, places.get(id) ?? [], positions.get(id), feelings.get(id));
  return {
    language,
    brand: read(0),
    competitors: entities.competitors.map((_, i) => read(i + 1)),
    discovered: found.map((item, i) => ({
      ...read(entities.size + i),
      key: item.key,
      name: item.name,
      domain: linkDomain(visible, item),
      strong: item.strong,
    })),
    sources: pagesOf(entities, visible, citations),
  };
}

/** The pages that an answer cites, as `readAnswer` finds them, without the work of reading the rest. */
export function readCitations(
  entities: EntitySet,
  answer: string,
  citations: readonly RecordedCitation[],
): ReadCitation[] {
  return pagesOf(entities, readVisible(answer), citations);
}

function pagesOf(
  entities: EntitySet,
  { urls }: Visible,
  citations: readonly RecordedCitation[],
): ReadCitation[] {
  const { owned, rivals } = ownOf(entities);
  return readSources(citations, urls, owned, rivals);
}

/** What is read of the settings once: keys of the entities' names, domains of the brand and its competitors. */
type Own = { keys: ReadonlySet<string>; owned: readonly string[]; rivals: readonly string[] };
const owns = new WeakMap<EntitySet, Own>();

function ownOf(entities: EntitySet): Own {
  const known = owns.get(entities);
  if (known) return known;
  const { brand, competitors } = entities;
  const names = [brand, ...competitors].flatMap(({ name, aliases }) => [name, ...aliases]);
  const made = {
    keys: ownKeys(names, isRenowned),
    owned: [brand.domain],
    rivals: competitors.map(({ domain }) => domain),
  };
  owns.set(entities, made);
  return made;
}

/** The matches before a place, and the rest. */
function splitAt(matches: readonly Match[], at: number): [near: readonly Match[], far: readonly Match[]] {
  const first = matches.findIndex((match) => match.start >= at);
  return first < 0 ? [matches, []] : [matches.slice(0, first), matches.slice(first)];
}

function nameAll(
  size: number,
  known: readonly { owner: number; start: number; end: number }[],
  found: readonly Found[],
): Named[] {
  const named = known.map((match) => ({ id: match.owner, start: match.start, end: match.end }));
  found.forEach((item, i) => {
    for (const { start, end } of item.spans) named.push({ id: size + i, start, end });
  });
  return named.sort((a, b) => a.start - b.start || b.end - a.end);
}

function readEntity(
  visible: Visible,
  places: readonly Named[],
  rank: Rank | undefined,
  feeling: Feeling | undefined,
): EntityReading {
  const spans = spansOf(visible, places);
  if (spans.length === 0) return { ...ABSENT, spans: [] };
  return {
    mentioned: true,
    position: rank?.rank ?? null,
    sentiment: feeling?.sentiment ?? null,
    kind: feeling?.kind ?? 'passing',
    placed: rank ? { by: rank.by, span: spanOf(visible, rank) } : null,
    reasons: reasonsOf(visible, feeling),
    spans,
  };
}

/** What decided, in offsets of the original answer. */
const reasonsOf = (visible: Visible, feeling: Feeling | undefined): Reason[] =>
  (feeling?.grounds ?? []).map(({ by, weight, start, end }) => ({
    by,
    weight: Math.round(weight * 100) / 100,
    span: spanOf(visible, { start, end }),
  }));

const spansOf = (visible: Visible, places: readonly Range[]): [number, number][] =>
  places.map((place) => spanOf(visible, place));

const spanOf = (visible: Visible, { start, end }: Range): [number, number] => [
  sourceStart(visible, start),
  sourceEnd(visible, end - 1),
];

/** The label's own link tells the domain of a discovered name. */
function linkDomain(visible: Visible, item: Found): string {
  for (const span of item.sighted.slice(0, 5)) {
    const label = labelAround(visible.labels, span);
    const page = label ? readUrl(label.url, '') : null;
    if (
      page &&
      page.domain !== 'unknown' &&
      page.domain.replace(/[^a-z0-9]/g, '').startsWith(item.key.slice(0, 5))
    )
      return page.domain;
  }
  return /\.[a-z]{2,}$/i.test(item.name) ? (readUrl(item.name, '')?.domain ?? '') : '';
}

/** The label that holds a span; labels stand in order and never in each other. */
function labelAround(labels: readonly Label[], span: Range): Label | undefined {
  const label = labels[countWhile(labels, ({ end }) => end < span.end)];
  return label && label.start <= span.start ? label : undefined;
}
