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
      await write(JSON.stringify(readOne(parsed, compiled(parsed))));
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

function readOne(input: Input, entities: EntitySet): object {
  const reading = readAnswer(entities, input.answer, input.citations);
  return {
    brand: shown(reading.brand),
    competitors: reading.competitors.map((competitor, i) => ({
      name: input.competitors[i]?.name,
      ...shown(competitor),
    })),
    discovered: reading.discovered
      .filter((found) => found.mentioned)
      .map(({ name, domain }) => ({ name, domain })),
    sources: reading.sources.map(({ url, host, domain, type }) => ({ url, host, domain, type })),
  };
}

const shown = ({ mentioned, position, sentiment, kind, spans }: EntityReading) => ({
  mentioned,
  position,
  sentiment,
  kind,
  spans,
});
