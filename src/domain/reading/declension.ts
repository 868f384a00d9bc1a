// Names in cases other than the first: Slavic languages decline them, of several words the first one too.
import { fold } from './fold.ts';

const CASE_VOWEL = /^(?:\p{Script=Cyrillic}{3,}[аяоеьй]|[a-z]{3,}[ao])$/u;
/** `Wedel`, of `Wedla`. */
const FLEETING = /^([a-z]{2,}[b-df-hj-np-tv-z])e([lkc])$/;
/** `Żabka`, `w Żabce`; `Wólka`, `Bodega`. */
const SOFTENED: Readonly<Record<string, string>> = { ka: 'c', ga: 'dz' };

/** What of a key stays in all cases, where that is less than the whole; case endings follow it. */
export function caseStems(key: string): string[] {
  const fleeting = FLEETING.exec(key);
  if (fleeting) return [`${fleeting[1]}${fleeting[2]}`];
  if (!CASE_VOWEL.test(key)) return [];
  const soft = SOFTENED[key.slice(-2)];
  return soft === undefined ? [key.slice(0, -1)] : [key.slice(0, -1), key.slice(0, -2) + soft];
}

type Endings = readonly [of: RegExp, endings: string];

/** The endings of the other cases by what the first one ends in; the first line that fits. */
const RUSSIAN: readonly Endings[] = [
  [/ая$/u, 'ой ую'],
  [/яя$/u, 'ей юю'],
  [/(?:ое|ый)$/u, 'ого ому ым ом'],
  [/(?:ее|ий)$/u, 'его ему им ем ого ому ом'],
  [/а$/u, 'ы и е у ой'],
  [/я$/u, 'и е ю ей'],
  [/ь$/u, 'и я ю ем е ью'],
  [/й$/u, 'я ю ем е'],
  [/о$/u, 'а у ом е'],
  [/(?<=[бвгджзклмнпрстфхцчшщ])$/u, 'а у ом е'],
];
const POLISH: readonly Endings[] = [
  [/ka$/, 'ki ke ce ka'],
  [/a$/, 'y i e ie a'],
  [/o$/, 'a u em ie'],
  [/y$/, 'ego emu ym'],
  [/i$/, 'iego iemu im'],
  [/(?<=[bcdfghjklmnprstwz])$/, 'u a em owi ie e'],
];
const SHORTEST = 4;

/** A name of several words with its first word in the other cases: `Почту России`, `Почте России`. */
export const declinedRussian = (source: string): string[] =>
  declined(source, RUSSIAN, /^\p{Script=Cyrillic}+$/u);

/** The same in Polish, folded: `Poczty Polska`. */
export const declinedPolish = (source: string): string[] => declined(source, POLISH, /^[a-z]+$/);

function declined(source: string, endings: readonly Endings[], letters: RegExp): string[] {
  const space = source.search(/[\s-]/);
  const word = fold(source.slice(0, Math.max(0, space)));
  if (word.length < SHORTEST || !letters.test(word)) return [];
  const fit = endings.find(([of]) => of.test(word));
  if (!fit) return [];
  const stem = source.charAt(0) + word.slice(1).replace(fit[0], '');
  return fit[1].split(' ').map((ending) => stem + ending + source.slice(space));
}
