// Names in other forms: Slavic languages decline them, of several words the first one too, and Romance ones melt the
// article that a name begins with into the preposition before it.
import { fold } from './fold.ts';

/** In Russian, `и` and `ы` end a plural in longer names only: `Макси` has no cases. */
const CASE_VOWEL = /^(?:\p{Script=Cyrillic}{3,}[аяоеьй]|\p{Script=Cyrillic}{5,}[иы]|[a-z]{3,}[ao])$/u;
/** `Wedel`, of `Wedla`; `Kubok`, of `Kubka`, in Cyrillic letters. */
const FLEETING =
  /^(?:([a-z]{2,}[b-df-hj-np-tv-z])e([lkc])|(\p{Script=Cyrillic}{2,}[бвгджзклмнпрстфхцчшщ])[оеё]([кц]))$/u;
/** `Żabka`, `w Żabce`; `Wólka`, `Bodega`; `Honda`, `w Hondzie`; `Toyota`, `w Toyocie`; `Розетка`, `на Розетці`. */
const SOFTENED: Readonly<Record<string, string>> = { ka: 'c', ga: 'dz', da: 'dz', ta: 'c', ка: 'ц' };

/** `Arçelik`, of `Arçeliğin`; `Verkkokauppa`, of `Verkkokaupasta`. */
const MUTED = /^([a-z]{3,}[aeiou])k$/;
const DOUBLED = /^([a-z]{3,})([ptk])\2([aou])$/;

/** What of a key stays in all cases, where that is less than the whole; case endings follow it. */
export function caseStems(key: string): string[] {
  const stems = slavicStems(key);
  const muted = MUTED.exec(key);
  if (muted) stems.push(`${muted[1]}g`);
  const doubled = DOUBLED.exec(key);
  if (doubled) stems.push(doubled.slice(1).join(''));
  return stems;
}

function slavicStems(key: string): string[] {
  const fleeting = FLEETING.exec(key);
  if (fleeting) return [`${fleeting[1] ?? fleeting[3]}${fleeting[2] ?? fleeting[4]}`];
  if (!CASE_VOWEL.test(key)) return [];
  const soft = SOFTENED[key.slice(-2)];
  return soft === undefined ? [key.slice(0, -1)] : [key.slice(0, -1), key.slice(0, -2) + soft];
}

type Endings = readonly [of: RegExp, endings: string];

/** The endings of the other cases by what the first one ends in, Ukrainian ones among them; the first line that fits. */
const RUSSIAN: readonly Endings[] = [
  [/ая$/u, 'ой ую'],
  [/яя$/u, 'ей юю'],
  [/ие$/u, 'их им ими'],
  [/ые$/u, 'ых ым ыми'],
  [/(?:ое|ый)$/u, 'ого ому ым ом'],
  [/(?:ее|ий)$/u, 'его ему им ем ого ому ом'],
  [/а$/u, 'ы и е у ой ою ої ій'],
  [/я$/u, 'и е ю ей'],
  [/ь$/u, 'и я ю ем е ью'],
  [/й$/u, 'я ю ем е'],
  [/о$/u, 'а у ом е'],
  [/(?<=[бвгджзклмнпрстфхцчшщ])$/u, 'а у ом е'],
];
const POLISH: readonly Endings[] = [
  [/ka$/, 'ki ke ce ka'],
  [/at$/, 'atu ata atem atowi ecie'],
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

/** Prepositions and the articles that they have swallowed, by language and article. */
const MELTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fr: { le: 'au du', les: 'aux des' },
  es: { el: 'al del' },
  pt: {
    o: 'ao do no pelo',
    a: 'à da na pela',
    os: 'aos dos nos pelos',
    as: 'às das nas pelas',
  },
  it: {
    il: 'al dal del nel sul col',
    lo: 'allo dallo dello nello sullo',
    la: 'alla dalla della nella sulla',
    i: 'ai dai dei nei sui',
    gli: 'agli dagli degli negli sugli',
    le: 'alle dalle delle nelle sulle',
  },
};
const LEAST_LETTERS = 5;

/** `El Corte Inglés` after `del`: the rest of a name that begins with an article, and what stands before it, folded. */
export function meltedForms(source: string): { language: string; rest: string; head: string }[] {
  const [, article = '', rest = ''] = /^(\p{L}{1,3}) (\p{Lu}.*)$/u.exec(source) ?? [];
  if (rest.length < LEAST_LETTERS) return [];
  return Object.entries(MELTED).flatMap(([language, articles]) =>
    (articles[article.toLowerCase()]?.split(' ') ?? []).map((word) => ({
      ...{ language, rest },
      head: `${fold(word)} `,
    })),
  );
}
