// Countries, languages and time zones that the browser knows, by their English names.

export type Choice = { value: string; label: string };

const A = 65;
const LETTERS = 26;

function* pairs(from: number): Generator<string> {
  for (let first = 0; first < LETTERS; first++)
    for (let second = 0; second < LETTERS; second++) yield String.fromCharCode(from + first, from + second);
}

// Codes that are no country: unions, test codes, the unknown.
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

function named(type: 'region' | 'language', codes: Iterable<string>): Choice[] {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  return [...codes]
    .flatMap((value) => {
      const label = names.of(value);
      return label === undefined ? [] : [{ value, label }];
    })
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** ISO 3166 countries. A code that stands for another one today, such as that of a former state, is left out. */
export const countries = once(() => {
  const isCurrent = (code: string) =>
    !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).region === code;
  return named('region', pairs(A).filter(isCurrent));
});

/** ISO 639-1 languages. */
export const languages = once(() => {
  const isCurrent = (code: string) => new Intl.Locale(code).language === code;
  return named('language', pairs(A + 32).filter(isCurrent));
});

/** IANA time zones; a plan's own one is there even when the browser does not know it. */
export function timeZones(own: string): string[] {
  return [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])];
}

/** `06:00`. */
export const clockHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
