// What the lexicons say, as examples: a phrase of praise or blame tells something of its words in other places too.

import aspects from '../../src/domain/reading/data/feelings-aspects.json' with { type: 'json' };
import german from '../../src/domain/reading/data/feelings-de.json' with { type: 'json' };
import english from '../../src/domain/reading/data/feelings-en.json' with { type: 'json' };
import englishSaid from '../../src/domain/reading/data/feelings-en-said.json' with { type: 'json' };
import spanish from '../../src/domain/reading/data/feelings-es.json' with { type: 'json' };
import french from '../../src/domain/reading/data/feelings-fr.json' with { type: 'json' };
import said from '../../src/domain/reading/data/feelings-said.json' with { type: 'json' };
import type { Label } from '../cases.ts';

export type Known = { language: string; text: string; label: Label };

type Values = Record<string, number>;
type Said = Record<string, string[]>;

/** Values nearer to 0 say too little. */
const LEAST = 1.2;
const MOST_VARIANTS = 8;

/** Phrases and words of the lexicons, with a sign each. */
export function knownPhrases(): Known[] {
  return [
    ...signed('en', { ...english.phrases, ...english.words }),
    ...signed('de', { ...german.phrases, ...german.words }),
    ...signed('fr', { ...french.phrases, ...french.words }),
    ...signed('es', { ...spanish.phrases, ...spanish.words }),
    ...phrasesOf('en', englishSaid),
    ...(['de', 'fr', 'es'] as const).flatMap((language) => phrasesOf(language, said[language])),
    ...(['de', 'fr'] as const).flatMap((language) => phrasesOf(language, aspects[language])),
  ];
}

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
