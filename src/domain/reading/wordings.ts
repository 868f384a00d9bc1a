// How a language words what stands around names: denial, advice, the other side of a comparison. Patterns over folded
// lines in which names stand as `E`.
import data from './data/wordings.json' with { type: 'json' };
import { fold } from './fold.ts';

export type Wordings = {
  /** A word of denial, and one that stands right before what is refused: `not`, `Never choose`. */
  denying: RegExp;
  refusing: RegExp;
  /** What turns a passive round: `never beaten by B`. */
  undone: RegExp;
  /** `Rather than A, take B; they are on time`: what follows is about the other side. */
  introducing: RegExp;
  /** Comparing without a verdict: `Next to A`. */
  mild: RegExp;
  /** Leaving one for another: `switch from A to B`, `left A for B`. */
  switching: RegExp;
  /** The last name of a row stands after it, and what may go on after such a row: `or C over both`. */
  or: RegExp;
  again: RegExp;
  /** All that may stand between two names that a title sets against each other. */
  versus: RegExp;
  /** `Many rivals are slow`. */
  others: RegExp;
  /** `I recommend starting with a trial` is advice about anything, `I recommend it` is not. */
  advising: RegExp;
};

type Raw = Readonly<Record<string, readonly string[]>>;
const made = new Map<string, Wordings>();

/** The wordings of a language; where its data has none, nothing matches. */
export function wordingsOf(language: string): Wordings {
  const known = made.get(language);
  if (known) return known;
  const wordings = compile((data as Record<string, Raw>)[language] ?? {});
  made.set(language, wordings);
  return wordings;
}

function compile(raw: Raw): Wordings {
  const { it: pronouns } = raw;
  const anyOf = (key: string): string => (raw[key]?.length ? raw[key].join('|') : '(?!)');
  const words = (key: string): string => (raw[key]?.length ? raw[key].map(wordPattern).join('|') : '(?!)');
  const it = pronouns ? `(?!.* (?:${anyOf('it')})(?!\\p{L}))` : '';
  return {
    denying: new RegExp(`(?<![\\p{L}'])(?:${words('denying')})`, 'u'),
    undone: new RegExp(`(?<![\\p{L}'])(?:${words('undone')})`, 'u'),
    refusing: new RegExp(`(?<!\\p{L})(?:${words('refusing')}) (?:(?:${words('refused')}) )?$`, 'u'),
    introducing: new RegExp(`^(?:${anyOf('introducing')}) `, 'u'),
    mild: new RegExp(`^ ?(?:${anyOf('mild')})`, 'u'),
    switching: new RegExp(`^(?:${anyOf('switching')})`, 'u'),
    or: new RegExp(`^(?:${anyOf('or')})$`, 'u'),
    again: new RegExp(`^(?:${anyOf('again')})$`, 'u'),
    versus: new RegExp(`^ ?(?:,|/|&|vs\\.?|versus|${anyOf('versus')}) ?$`, 'iu'),
    others: new RegExp(`^[^\\p{L}]*(?:(?:${anyOf('some')}) )*(?:${anyOf('others')})(?!\\p{L})`, 'u'),
    advising: new RegExp(`^[^\\p{L}]*(?:${anyOf('advising')})(?!\\p{L})${it}`, 'u'),
  };
}

/** `*n't` is an ending, `n'*` a beginning. */
function wordPattern(given: string): string {
  const word = fold(given);
  if (word.startsWith('*')) return `\\p{L}*${word.slice(1)}(?![\\p{L}'])`;
  return word.endsWith('*') ? `${word.slice(0, -1)}(?=\\p{L})` : `${word}(?![\\p{L}'])`;
}
