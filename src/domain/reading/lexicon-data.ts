// What the data files say of a language's words of praise and blame.
import aspects from './data/feelings-aspects.json' with { type: 'json' };
import german from './data/feelings-de.json' with { type: 'json' };
import english from './data/feelings-en.json' with { type: 'json' };
import spanish from './data/feelings-es.json' with { type: 'json' };
import french from './data/feelings-fr.json' with { type: 'json' };
import italian from './data/feelings-it.json' with { type: 'json' };
import japanese from './data/feelings-ja.json' with { type: 'json' };
import more from './data/feelings-more.json' with { type: 'json' };
import dutch from './data/feelings-nl.json' with { type: 'json' };
import polish from './data/feelings-pl.json' with { type: 'json' };
import portuguese from './data/feelings-pt.json' with { type: 'json' };
import rivals from './data/feelings-rivals.json' with { type: 'json' };
import russian from './data/feelings-ru.json' with { type: 'json' };
import said from './data/feelings-said.json' with { type: 'json' };
import turkish from './data/feelings-tr.json' with { type: 'json' };
import chinese from './data/feelings-zh.json' with { type: 'json' };

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

/** Languages with a data file of their own; `more` has thin ones. */
const OWN: Record<string, Raw> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  it: italian,
  ja: japanese,
  nl: dutch,
  pl: polish,
  pt: portuguese,
  ru: russian,
  tr: turkish,
  zh: chinese,
};
const byCode = <T>(tables: object, code: string): T | undefined => (tables as Record<string, T>)[code];

/** All that the data files say in a language. */
export function rawOf(code: string): Raw | undefined {
  const own = OWN[code];
  if (!own) return byCode<Raw>(more, code);
  const tables = [byCode<Said>(said, code), byCode<Said>(aspects, code)];
  return {
    ...own,
    said: tables.filter((table) => table !== undefined),
    rules: [...own.rules, ...(byCode<Raw['rules']>(rivals, code) ?? [])],
  };
}
