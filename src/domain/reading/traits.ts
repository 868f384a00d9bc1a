// What words can be, as bits: little words of grammar, and those that tell how a comparison ends.
import comparing from './data/comparing.json' with { type: 'json' };
import { fold } from './fold.ts';

/** What a word can be. */
export const IS = {
  negator: 1 << 0,
  contrast: 1 << 1,
  object: 1 << 2,
  pronoun: 1 << 3,
  than: 1 << 4,
  more: 1 << 5,
  less: 1 << 6,
  as: 1 << 7,
  cost: 1 << 8,
  condition: 1 << 9,
  and: 1 << 10,
  /** Stands between the names of a row. */
  row: 1 << 11,
  both: 1 << 12,
  verb: 1 << 13,
  stop: 1 << 14,
  only: 1 << 15,
  preposition: 1 << 16,
  /** Stands between a comma and the subject of a new clause. */
  opener: 1 << 17,
  /** More of it is worse: `more upkeep than B`; and verbs of having it. */
  burden: 1 << 18,
  had: 1 << 19,
  /** `loses`, `crashes`: the sooner, the worse. */
  failing: 1 << 20,
  swift: 1 << 21,
  /** Verbs of which less time is better, nouns of which more, and of which less is. */
  waited: 1 << 22,
  rated: 1 << 23,
  priced: 1 << 24,
  /** `slower than most`. */
  many: 1 << 25,
  /** `hard to find`, `findet man kaum`. */
  find: 1 << 26,
  vain: 1 << 27,
  /** `higher`, `lower`; `longer` and `shorter` are of time or length. */
  up: 1 << 28,
  down: 1 << 29,
  lasting: 1 << 30,
  /** Stands before `more`: `far`, `much`. */
  much: 1 << 31,
} as const;

/** Signs that stand for words in all languages. */
const SIGNS: Partial<Record<keyof typeof IS, string>> = {
  row: ',',
  both: '/ &',
  stop: ', ; : ( ) –',
};

type Trait = keyof typeof IS;
/** Bits by word, by beginnings (`requir*`), and by endings (`*kosten`, as German compounds have them). */
export type Traits = Readonly<Record<'words' | 'stems' | 'endings', ReadonlyMap<string, number>>>;

/** What a language's data says of little words and comparisons: words by trait, and what `twice` and `half` are. */
const comparingIn = (language: string): Record<string, readonly string[] | Record<string, number>> =>
  (comparing as Record<string, Record<string, readonly string[] | Record<string, number>>>)[language] ?? {};

/** The traits of a language's words: those that its lexicon gives, those of comparisons, and signs. */
export function traitsOf(language: string, given: Partial<Record<Trait, readonly string[]>>): Traits {
  const words = new Map<string, number>();
  const stems = new Map<string, number>();
  const endings = new Map<string, number>();
  const mark = (trait: Trait, list: readonly string[]): void => {
    for (const word of list.map(fold)) {
      const map =
        word.length === 1 ? words : word.endsWith('*') ? stems : word.startsWith('*') ? endings : words;
      const key = map === words ? word : word.replace('*', '');
      map.set(key, (map.get(key) ?? 0) | IS[trait]);
    }
  };
  const own = comparingIn(language);
  for (const trait of Object.keys(IS) as Trait[]) {
    mark(trait, given[trait] ?? []);
    mark(trait, SIGNS[trait]?.split(' ') ?? []);
    const list = own[trait];
    if (Array.isArray(list)) mark(trait, list);
  }
  return { words, stems, endings };
}

/** `twice` and the like: 1 above, -1 below. */
export const multiplesOf = (language: string): ReadonlyMap<string, number> =>
  new Map(Object.entries((comparingIn(language).multiples as Record<string, number> | undefined) ?? {}));

/** Of beginnings and endings in the data; a word may be as long as its text. */
const SHORTEST = 3;
const LONGEST = 16;

/** All that a word is. */
export function traitsIn({ words, stems, endings }: Traits, word: string): number {
  let traits = words.get(word) ?? 0;
  const longest = Math.min(word.length, LONGEST);
  for (let length = longest; length >= SHORTEST; length--)
    traits |= (stems.get(word.slice(0, length)) ?? 0) | (endings.get(word.slice(-length)) ?? 0);
  return traits;
}
