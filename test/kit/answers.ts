// Facts written as the text of an answer, in forms whose reading is certain: numbered lists with one bold
// name per item. test/kit/answers.test.ts reads them back.
import { compileEntities, readAnswer } from '../../src/domain/reading.ts';

/** Invented names that no dictionary knows and none of which begins another. */
export const NAMES = [
  'Zorvexa',
  'Quenlith',
  'Brimvolt',
  'Dranketo',
  'Fyxoria',
  'Glontava',
  'Huvrento',
  'Jaxomira',
  'Kelvundo',
  'Myrqatel',
  'Plyxentra',
  'Rundovex',
] as const;

/** How an item speaks of its name. `unscored` turns the whole answer into a language without rules. */
export type Feeling = 'good' | 'bad' | 'plain' | 'unscored';

export type Fact = {
  prompt?: string;
  agent?: string;
  /** UTC day; `at` is the whole instant. */
  day?: string;
  at?: string;
  /** The brand's own position; without it (and without `names`) the answer names nobody. */
  position?: number;
  /** The names in order, the brand's among them, instead of `position`. */
  names?: readonly string[];
  feeling?: Feeling;
  /** URLs that the answer cites. */
  cites?: readonly string[];
  id?: string;
  /** Tells apart answers that would be the same otherwise. */
  note?: string;
};

// Short, so that seven items stay below the length from which a text counts as a whole answer to the model.
const PHRASES: Record<Feeling, string> = {
  good: 'is excellent and reliable.',
  bad: 'is terrible and unreliable.',
  plain: 'has an app for phones.',
  unscored: 'aplikazio bat dauka telefonoetarako.',
};
const NOBODY = 'It depends on what matters to you, and there is no single answer to this.';

/** The text of an answer that names these in this order. */
export function answerText(names: readonly string[], feeling: Feeling = 'plain', note = ''): string {
  const end = note === '' ? '' : `\n\n(${note})`;
  if (names.length === 0) return `${NOBODY}${end}`;
  const intro = feeling === 'unscored' ? 'Hona hemen tresnak:' : 'Here are the tools that people ask for:';
  const items = names.map((name, at) => `${at + 1}. **${name}** ${PHRASES[feeling]}`);
  return `${intro}\n\n${items.join('\n')}${end}`;
}

/** The sentiment that each feeling gives the names of an answer; null where it cannot be scored. */
export const SCORES = Object.fromEntries(
  (Object.keys(PHRASES) as Feeling[]).map((feeling) => {
    const entities = compileEntities({ name: NAMES[0], aliases: [], domain: '', exclude: [] }, []);
    return [feeling, readAnswer(entities, answerText(NAMES.slice(0, 2), feeling)).brand.sentiment];
  }),
) as Record<Feeling, number | null>;

/** The names that put the brand at this position; a list has two names at least, so that it is one. */
export function namesAround(brand: string, position: number): string[] {
  const others = NAMES.filter((name) => name !== brand);
  const names = [...others.slice(0, position - 1), brand];
  return names.length > 1 ? names : [brand, others[0]!];
}

let counter = 0;

/** A recorded answer with these facts, as POST /answers/import takes it. */
export function recorded(brand: string, fact: Fact) {
  const { prompt = 'best tool', agent = 'chatgpt', day = '2026-10-05', at = `${day}T12:00:00Z` } = fact;
  const names = fact.names ?? (fact.position === undefined ? [] : namesAround(brand, fact.position));
  counter += 1;
  return {
    id: fact.id ?? `fact-${counter}`,
    prompt,
    agent,
    answered_at: at,
    answer: answerText(names, fact.feeling, fact.note),
    citations: (fact.cites ?? []).map((url) => ({ url })),
  };
}
