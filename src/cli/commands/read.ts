// `brandscope read`: the reading rules alone, JSONL in, JSONL out, no database.
import { z } from 'zod';
import { compileEntities, type EntityReading, type EntitySet, readAnswer } from '../../domain/reading.ts';

const Entity = z.object({
  name: z.string().min(1),
  aliases: z.array(z.string()).default([]),
  domain: z
    .string()
    .nullish()
    .transform((domain) => domain ?? ''),
  exclude: z.array(z.string()).default([]),
});
const Citation = z.object({
  url: z.string(),
  title: z
    .string()
    .nullish()
    .transform((title) => title ?? undefined),
});
const Input = z.object({
  brand: Entity,
  competitors: z.array(Entity).default([]),
  answer: z.string(),
  citations: z.array(Citation).default([]),
});
type Input = z.infer<typeof Input>;

export type ReadCount = { read: number; refused: number };

/** Reads one JSON object per line; a line that cannot be read gives an error in its place and the rest goes on. */
export async function readLines(
  input: AsyncIterable<string>,
  write: (line: string) => Promise<void> | void,
  explain = false,
): Promise<ReadCount> {
  const count: ReadCount = { read: 0, refused: 0 };
  const compiled = newCompiler();
  let number = 0;
  for await (const line of input) {
    number++;
    if (line.trim() === '') continue;
    const parsed = parseLine(line);
    if (typeof parsed === 'string') {
      count.refused++;
      await write(JSON.stringify({ error: `line ${number}: ${parsed}` }));
    } else {
      count.read++;
      await write(JSON.stringify(readOne(parsed, compiled(parsed), explain)));
    }
  }
  return count;
}

function parseLine(line: string): Input | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not valid JSON';
  }
  const checked = Input.safeParse(value);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  return issue ? `${issue.path.join('.') || 'line'}: ${issue.message}` : 'not a reading request';
}

const KEPT = 50;

/** Compiles settings once while they repeat. */
function newCompiler(): (input: Input) => EntitySet {
  const cache = new Map<string, EntitySet>();
  return ({ brand, competitors }) => {
    const key = JSON.stringify([brand, competitors]);
    const known = cache.get(key) ?? compileEntities(brand, competitors);
    if (cache.size >= KEPT) cache.clear();
    cache.set(key, known);
    return known;
  };
}

function readOne(input: Input, entities: EntitySet, explain: boolean): object {
  const reading = readAnswer(entities, input.answer, input.citations);
  const shown = explain ? (own: EntityReading) => explained(input.answer, own) : plain;
  return {
    brand: shown(reading.brand),
    competitors: reading.competitors.map((competitor, i) => ({
      name: input.competitors[i]?.name,
      ...shown(competitor),
    })),
    discovered: reading.discovered
      .filter((found) => found.mentioned)
      .map(({ name, domain, ...own }) => ({ name, domain, ...(explain && shown(own as EntityReading)) })),
    sources: reading.sources.map(({ url, host, domain, type }) => ({ url, host, domain, type })),
  };
}

const plain = ({ mentioned, position, sentiment, kind, spans }: EntityReading) => ({
  ...{ mentioned, position, sentiment, kind, spans },
});

/** With the words that decided position and sentiment, the weightiest first. */
function explained(answer: string, own: EntityReading) {
  const textOf = ([start, end]: readonly [number, number]) => answer.slice(start, end);
  const { placed } = own;
  return {
    ...plain(own),
    position_reason: placed && { by: placed.by, text: placed.span ? textOf(placed.span) : '' },
    sentiment_reasons: own.reasons.map(({ by, weight, span }) => ({ by, weight, text: textOf(span) })),
  };
}

/** A pasted answer read and explained, as `text` for people and as data. */
export function explainAnswer(answer: string, names: { brand: string; competitors: readonly string[] }) {
  const entity = (name: string) => ({ name, aliases: [], domain: '', exclude: [] });
  const input: Input = {
    brand: entity(names.brand),
    competitors: names.competitors.map(entity),
    answer,
    citations: [],
  };
  const entities = compileEntities(input.brand, input.competitors);
  const reading = readAnswer(entities, answer);
  const lines = [
    ...entityLines(names.brand, 'brand', explained(answer, reading.brand)),
    ...names.competitors.flatMap((name, at) => {
      const own = reading.competitors[at];
      return own ? entityLines(name, 'competitor', explained(answer, own)) : [];
    }),
    ...reading.discovered
      .filter(({ mentioned }) => mentioned)
      .flatMap((own) => entityLines(own.name, 'found', explained(answer, own))),
    ...reading.sources.map(({ domain, type, url }) => `cites ${domain} (${type}): ${url}`),
  ];
  return { text: lines.join('\n'), data: readOne(input, entities, true) };
}

const PLACED: Record<string, string> = {
  rank_column: 'rank column',
  table_row: 'table row',
  list_item: 'list item',
  heading: 'heading',
  first_mention: 'order of first mention',
};

function entityLines(name: string, role: string, own: ReturnType<typeof explained>): string[] {
  if (!own.mentioned)
    return [`${name} (${role}): ${own.kind === 'denied' ? 'denied, not counted' : 'not mentioned'}`];
  const { position_reason: placed } = own;
  const why = placed ? ` by ${PLACED[placed.by]}${placed.text ? ` ${quoted(placed.text)}` : ''}` : '';
  const score = own.sentiment === null ? 'not scored (language without rules)' : `${own.sentiment}`;
  return [
    `${name} (${role}): ${own.kind}, position ${own.position}${why}, sentiment ${score}`,
    ...own.sentiment_reasons.map(
      ({ by, weight, text }) =>
        `  ${weight > 0 ? '+' : '-'}${Math.abs(weight).toFixed(1)} ${by}: ${quoted(text)}`,
    ),
    `  named ${own.spans.length} ${own.spans.length === 1 ? 'time' : 'times'}, at ${own.spans.map(([start, end]) => `${start}-${end}`).join(', ')}`,
  ];
}

const LONGEST_QUOTE = 70;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return JSON.stringify(line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}...` : line);
}
