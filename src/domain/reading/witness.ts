// What stands beside a capitalised word and tells a company from a place, a holiday or a law.
import witnesses from './data/witnesses.json' with { type: 'json' };
import type { Range } from './structure.ts';

type Witness = { before: RegExp; after: RegExp; grounds: RegExp; under: RegExp };

const compiled = new Map<string, Witness>();
const before: Readonly<Record<string, string>> = witnesses.before;
const after: Readonly<Record<string, string>> = witnesses.after;
const grounds: Readonly<Record<string, string>> = witnesses.grounds;
const under: Readonly<Record<string, string>> = witnesses.under;

function witnessOf(language: string): Witness | null {
  const known = compiled.get(language);
  if (known) return known;
  const words = before[language];
  if (words === undefined) return null;
  const made = {
    before: new RegExp(
      `(?:^|[\\s("'’])(?:${words}),?[ ](?:(?:[Tt]he|le|la|el|il|de|het|o|a) )?["'«„“]?$`,
      'iu',
    ),
    after: new RegExp(`^["'»”]?[ ](?:${after[language] ?? '(?!)'})(?![\\p{L}\\p{M}])`, 'u'),
    grounds: new RegExp(`(?:^|[ -])(?:${grounds[language] ?? '(?!)'})(?![\\p{L}\\p{M}])`, 'iu'),
    under: new RegExp(`(?:^|[\\s(])(?:${under[language] || '(?!)'}) $`, 'iu'),
  };
  compiled.set(language, made);
  return made;
}

/** Whether a phrase has a word for a place, an authority, a law, a day: `Lake Como`, `Semana Santa`. */
export const isGround = (name: string, language: string): boolean =>
  witnessOf(language)?.grounds.test(name) === true;

/** Whether a name goes with a preposition of place: then it is no subject. */
export const isUnder = (text: string, at: number, language: string): boolean =>
  witnessOf(language)?.under.test(text.slice(Math.max(0, at - 16), at)) === true;

/** Whether a word for a company, or one that goes with companies, stands beside a name. */
export function isWitnessed(text: string, range: Range, language: string): boolean {
  const name = text.slice(range.start, range.end);
  if (language === 'ru' && (LATIN.test(name) || isQuoted(text, range))) return true;
  const witness = witnessOf(language);
  if (witness === null) return true;
  return (
    witness.before.test(text.slice(Math.max(0, range.start - 28), range.start)) ||
    witness.after.test(text.slice(range.end, range.end + 24))
  );
}

/** Words of another script are names. */
const LATIN = /^[A-Z][A-Za-z]*[a-z]{2}[A-Za-z '-]*$/;

const isQuoted = (text: string, { start, end }: Range): boolean =>
  /["«„“]/u.test(text.charAt(start - 1)) && /["»“”]/u.test(text.charAt(end));
