// What the data files say of a language's words of praise and blame.
import { readFileSync } from 'node:fs';
import aspects from './data/feelings-aspects.json' with { type: 'json' };
import more from './data/feelings-more.json' with { type: 'json' };
import rivals from './data/feelings-rivals.json' with { type: 'json' };
import said from './data/feelings-said.json' with { type: 'json' };
import { SCORED } from './feeling-words.ts';

export type Said = Record<string, string[]>;

/** A language's data file; what it leaves out does not apply. */
export type Raw = {
  words: Record<string, number>;
  phrases: Record<string, number>;
  /** Words and phrases by value: praise and blame without a plain word for it. */
  said?: Said | readonly Said[];
  negators: string[];
  boosters: Record<string, number>;
  contrast: string[];
  objects?: string[];
  pronouns: string[];
  than: string[];
  more: string[];
  less: string[];
  asWord?: string | string[];
  comparatives: Record<string, number>;
  costWords?: string[];
  comparativeEnding?: string;
  endings?: string[];
  pros: string[];
  cons: string[];
  avoid: string[];
  best: string[];
  praised?: string[];
  recommend?: string;
  rules: (string | number)[][];
  single: (string | number)[][];
  unlike: string[];
};

const byCode = <T>(tables: object, code: string): T | undefined => (tables as Record<string, T>)[code];

/** All that the data files say in a language; `more` has thin rules of those without sentiment. Most texts need one. */
export function rawOf(code: string): Raw | undefined {
  if (!SCORED.has(code)) return byCode<Raw>(more, code);
  const file = new URL(`./data/feelings-${code}.json`, import.meta.url);
  const own = JSON.parse(readFileSync(file, 'utf8')) as Raw;
  const tables = [byCode<Said>(said, code), byCode<Said>(aspects, code)];
  return {
    ...own,
    said: tables.filter((table) => table !== undefined),
    rules: [...own.rules, ...(byCode<Raw['rules']>(rivals, code) ?? [])],
  };
}
