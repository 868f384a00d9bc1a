// What the lexicons say, as examples: a phrase of praise or blame tells something of its words in other places too.

import { SCORED } from '../../src/domain/reading/feeling-words.ts';
import { rawOf } from '../../src/domain/reading/lexicon-data.ts';
import type { Label } from '../cases.ts';

export type Known = { language: string; text: string; label: Label };

type Values = Record<string, number>;
type Said = Record<string, string[]>;

/** Values nearer to 0 say too little. */
const LEAST = 1.2;
const MOST_VARIANTS = 8;

/** Phrases and words of the lexicons, with a sign each. */
export const knownPhrases = (): Known[] =>
  [...SCORED].flatMap((language) => {
    const raw = rawOf(language);
    if (!raw) return [];
    return [
      ...signed(language, { ...raw.phrases, ...raw.words }),
      ...[raw.said ?? []].flat().flatMap((table) => phrasesOf(language, table)),
    ];
  });

const signed = (language: string, values: Values): Known[] =>
  Object.entries(values).flatMap(([phrase, value]) =>
    Math.abs(value) < LEAST ? [] : known(language, phrase, value),
  );

const phrasesOf = (language: string, table: Said): Known[] =>
  Object.entries(table).flatMap(([value, phrases]) =>
    phrases.flatMap((phrase) => known(language, phrase, Number(value))),
  );

/** A phrase with choices, each choice once at least. */
function known(language: string, phrase: string, value: number): Known[] {
  const parts = [...phrase.matchAll(/\{([^{}]*)\}|[^\s{}]+/g)].map((match) =>
    (match[1] ?? match[0])
      .split('|')
      .map((choice) => choice.replaceAll('*', '').replaceAll('#', '3').replace('_', '')),
  );
  const variants = Math.min(MOST_VARIANTS, Math.max(...parts.map((part) => part.length)));
  return Array.from({ length: variants }, (_, i) => ({
    language,
    text: `{E} ${parts.map((part) => part[i % part.length] ?? '').join(' ')}`.replace(/\s+/g, ' '),
    label: value > 0 ? 'pos' : 'neg',
  }));
}
