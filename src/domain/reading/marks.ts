// Ratings and signs of approval: `4.7/5`, stars, thumbs, grades. They say how good something is without a word.
import type { Block, Range, Visible } from './structure.ts';

/** What a sign says, from -1 (bad) to 1 (good). */
export type Mark = Range & { value: number };

/** `8/10`, `4,5 von 5`, `92 out of 100`. */
const SCORE =
  /(?<![\d.,/])(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:\/|out of|von|sur|de|sobre)\s?(5|10|100)(?![\d/%]|[.,]\d)/gu;
/** `4.8 stars`. */
const STARS = /(?<![\d.,/])([0-5](?:[.,]\d)?)[\s-]?(?:stars?|sterne?|etoiles?|estrellas?)(?!\p{L})/gu;
/** `our marks out of 10`, and then line by line `Acme: 9`. */
const SCALE = /(?<!\d\s?)(?:out of|von|sur|sobre|max\.?(?:imal)?|maximum)\s(5|10|100)(?!\d|[.,]\d|\s?%)/u;
const LAST_NUMBER = /(?<=\p{L}[)*]*(?:\s?[:–—-])?\s)(\d{1,3}(?:[.,]\d)?)(?=\s*(?:[\n\f]|$))/gu;
const DRAWN = /[★⭐✮](?:\ufe0f?[★⭐✮])*\ufe0f?[☆✩]*/gu;
const FULL = /[★⭐✮]/gu;
const EMPTY = /[☆✩]/gu;
const ANY = /\d\s?(?:\/|out|von|sur|de|sob|-?[se])|[★⭐✮]|(?:out of|von|sur|sobre|max\S*) (?:5|10|100)/u;
const GOOD = '✅✔☑👍🥇';
const BAD = '❌✗✘👎🚫⛔';
const SIGNS = new RegExp(`^["'(*\\s]*(?:([${GOOD}])|([${BAD}]))\\ufe0f?\\s*`, 'u');

/** Six to seven and a half tenths are neither praise nor blame: buyers give most things more. */
const worthOf = (share: number): number =>
  share > 0.75 ? Math.min(1, (share - 0.7) / 0.2) : share < 0.6 ? Math.max(-1, (share - 0.65) / 0.2) : 0;
const numberOf = (text: string): number => Number(text.replace(',', '.'));
const countOf = (text: string, of: RegExp): number => text.match(of)?.length ?? 0;

/** What a sign at the start of a line says, and its length; null when there is none. */
export function signAt(text: string): { value: number; length: number } | null {
  const match = SIGNS.exec(text);
  return match ? { value: match[1] === undefined ? -1 : 1, length: match[0].length } : null;
}

/** The ratings of a text in their order. */
export function findMarks(visible: Visible): Mark[] {
  const marks = columnMarks(visible);
  if (ANY.test(visible.folded)) marks.push(...writtenMarks(visible.folded));
  return marks.sort((a, b) => a.start - b.start || a.end - b.end);
}

function writtenMarks(text: string): Mark[] {
  const marks: Mark[] = [];
  const add = ({ index, 0: { length } }: RegExpExecArray, share: number): void => {
    if (share <= 1) marks.push({ start: index, end: index + length, value: worthOf(share) });
  };
  for (const match of text.matchAll(SCORE)) add(match, numberOf(match[1] ?? '') / Number(match[2]));
  for (const match of text.matchAll(STARS)) add(match, numberOf(match[1] ?? '') / 5);
  const drawn = [...text.matchAll(DRAWN)].map((match) => ({
    match,
    full: countOf(match[0], FULL),
    all: countOf(match[0], FULL) + countOf(match[0], EMPTY),
  }));
  // A single star is an ornament where no other has more.
  if (drawn.some(({ all }) => all > 1))
    for (const { match, full, all } of drawn) add(match, full / Math.max(5, all));
  const told = SCALE.exec(text)?.[1];
  if (told)
    for (const match of text.matchAll(LAST_NUMBER)) add(match, numberOf(match[1] ?? '') / Number(told));
  return marks;
}

const RATED =
  /(?:^|[^\p{L}])(?:ratings?|scores?|stars?|grades?|marks?|points?|bewertung|punkte|sterne|wertung|etoiles|notes?|nota|notas|puntuacion|valoracion|estrellas|puntos)(?!\p{L})/u;
const ADVISED =
  /recommend|verdict|worth|^buy|^pick|empf|fazit|urteil|kauf|recomend|veredicto|comprar|conseill|recommand|avis|acheter/u;
const YES = /^(?:yes|ja|oui|si|buy|recommended|empfohlen|recommande|recomendado)\b/u;
const NO = /^(?:no|nein|non|not recommended|avoid|skip|hands off|finger weg|a eviter|evitar)\b/u;
const GRADE = /^([a-f])\s?([+-]?)$/u;
const GRADES: Readonly<Record<string, number>> = { a: 0.95, b: 0.82, c: 0.68, d: 0.5, e: 0.4, f: 0.3 };

/** Columns headed `Rating`, `Score`, `Recommended`. */
function columnMarks({ blocks, folded }: Visible): Mark[] {
  const cells = blocks.filter(({ kind }) => kind === 'cell');
  if (cells.length === 0) return [];
  const text = ({ start, end }: Block): string => folded.slice(start, end).trim();
  const columns = Map.groupBy(cells, ({ table, column }) => `${table}:${column}`);
  return [...columns.values()].flatMap(([header, ...rows]) => {
    if (header?.row !== 0 || rows.length === 0) return [];
    const title = text(header);
    const read = RATED.test(title)
      ? ratingReader(title, rows.map(text))
      : ADVISED.test(title)
        ? advice
        : null;
    return read === null
      ? []
      : rows.flatMap((row) => {
          const value = read(text(row));
          return value === null ? [] : [{ start: row.start, end: row.end, value }];
        });
  });
}

function advice(cell: string): number | null {
  const sign = signAt(cell);
  if (sign) return sign.value;
  return NO.test(cell) ? -1 : YES.test(cell) ? 1 : null;
}

/** Bare numbers and letters of a column; what says its own scale is read wherever it stands. */
function ratingReader(title: string, cells: readonly string[]): (cell: string) => number | null {
  const numbers = cells.map((cell) => (/^\d{1,3}(?:[.,]\d{1,2})?$/.test(cell) ? numberOf(cell) : null));
  const most = Math.max(...numbers.map((number) => number ?? 0));
  const told = /(?:^|\D)(100|10|5)(?!\d)/.exec(title)?.[1];
  const scale = told ? Number(told) : most <= 5 ? 5 : most <= 10 ? 10 : 100;
  return (cell) => {
    const grade = GRADE.exec(cell);
    if (grade) return worthOf((GRADES[grade[1] ?? ''] ?? 0) + (grade[2] === '-' ? -0.04 : 0));
    const number = numbers[cells.indexOf(cell)] ?? null;
    return number === null || number > scale ? null : worthOf(number / scale);
  };
}
