// Ratings and signs of approval: `4.7/5`, stars, thumbs, grades. They say how good something is without a word.
import type { Block, Range, Visible } from './structure.ts';

/** What a rating or sign says, from -1 (bad) to 1 (good). */
export type Mark = Range & {
  value: number;
  /** It is nothing but the rating: its words are none besides (`5 stars` in `2 out of 5 stars`). */
  bare: boolean;
};

/** `8/10`, `4,5 von 5`, `92 out of 100 points`; no share, frequency or rank. */
const SCORE =
  /(?<![\d.,/$€£#]|(?:platz|place|rank|ranks|ranked|rang|number|no\.|nr\.|puesto|numero|posto|lugar|plaats|miejsce|место|sira|ratio)\s)(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:(?:\/|out of|von|sur|de|sobre)\s?|(?:su|em|van(?: de)?|op|na|из)\s(?=\d+(?!\d|\s(?!stelle|estrelas|sterren|gwiazd|звезд|punti|pontos|punten|punktow|балл)\p{L}{4,})))(5|10|100)(?![\d/%]|[.,]\d|\s?(?:[gm]hz|[gm]b|of\b|of the|der\b|des\b|dem\b|uhr|mb|users|people|kund|mai|e-?mails?|emails?|min|client|klant|klient|utent|person|pessoa|mensen|osob|anni|anos|jaar|lat\b|dias|dagen|giorni|dni|человек|лет|дней|клиент|musteri|kisi|yil|gun))(?:\s(?:stars?|sterne[n]?|etoiles|estrellas|estrelas|stelle|sterren|gwiazdek|звезд|points?|punkte[n]?|punten|puntos|pontos|punti|punktow|баллов|puan))?/gu;
/** `4.8 stars`: whole ones are hotels'. */
const STARS =
  /(?<![\d.,/])([0-5][.,]\d)[\s-](?:stars?|sternen?|etoiles?|estrellas?|estrelas?|stelle|stelline|sterren|gwiazd(?:ki|ek|ka)|звезд[аы]?|yildiz)(?!\p{L})/gu;
/** `rated 4.8`, `a 4.8 rating`, `4.8 on G2`: out of five, or of ten when it is more. */
const AVERAGE = new RegExp(
  [
    '(?<![\\p{L}\\d]|(?:energy|power|load|weight|voltage|sound|fuel|ip) )' +
      '(?:rat(?:ed|ing|ings)|scor(?:es?|ed|ing)|average[ds]?|averaging)(?: score| rating)?' +
      '(?: (?:is|of|at|about|around|an?))?:? ?([1-9][.,]\\d)' +
      // A unit may follow: `averages 2.5 days`.
      '(?=$|[\\n\\f,;:)–—]|\\.(?!\\d)| (?:on|from|across|by|in|over|based|after|with|and|but|among|bei|auf|sur|en|su|op|na)(?!\\p{L}))',
    '(?<![\\p{L}\\d])([1-9][.,]\\d) (?:(?:average|user|overall|customer|google|g2|capterra|trustpilot) )?ratings?(?!\\p{L})',
    '(?<![\\p{L}\\d])([1-9][.,]\\d)(?= (?:on|bei|sur|en|su|op|na|no|em) ' +
      '(?:g2|trustpilot|capterra|google|yelp|tripadvisor|amazon|glassdoor|booking\\.com|software advice|getapp|trustradius|the (?:app|play) store)(?! \\p{L}+s))',
  ].join('|'),
  'gu',
);
const DRAWN = /[★⭐✮](?:\ufe0f?[★⭐✮])*\ufe0f?[☆✩]*/gu;
const FULL = /[★⭐✮]/gu;
const EMPTY = /[☆✩]/gu;
const ANY = /\d\s?(?:\/|out|von|sur|de|sob|bei|[seovngизбу])|[★⭐✮]|rat(?:ed|ing)|scor|averag/u;
const GOOD = '✅✔☑👍🥇🟢';
const BAD = '❌✗✘👎🚫⛔🔴';
const SIGNS = new RegExp(`^["'(*\\s]*(?:([${GOOD}])|([${BAD}]))\\ufe0f?\\s*`, 'u');
const SIGNED = new RegExp(`(?:^|[\\n\\f])[${GOOD}${BAD}]|[${GOOD}${BAD}]\\ufe0f?(?:$|[\\n\\f])`, 'u');

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

/** The ratings of a text in their order, none within another. */
export function findMarks(visible: Visible): Mark[] {
  const marks = columnMarks(visible);
  if (ANY.test(visible.folded)) marks.push(...writtenMarks(visible.folded));
  if (MAYBE_SCALED.test(visible.folded)) marks.push(...headedMarks(visible.folded));
  let end = 0;
  return marks
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((mark) => {
      const isFree = mark.start >= end;
      end = Math.max(end, mark.end);
      return isFree;
    });
}

/** Whether a text of no known language says by ratings or signs how good something is. */
export const hasMarks = (visible: Visible): boolean =>
  SIGNED.test(visible.folded) || findMarks(visible).some(({ value }) => value !== 0);

function writtenMarks(text: string): Mark[] {
  const marks: Mark[] = [];
  const add = ({ index, 0: { length } }: RegExpExecArray, share: number): void => {
    if (share <= 1) marks.push({ start: index, end: index + length, value: worthOf(share), bare: true });
  };
  for (const match of text.matchAll(SCORE)) add(match, numberOf(match[1] ?? '') / Number(match[2]));
  for (const match of text.matchAll(STARS)) add(match, numberOf(match[1] ?? '') / 5);
  for (const match of text.matchAll(AVERAGE)) {
    const number = numberOf(match[1] ?? match[2] ?? match[3] ?? '');
    add(match, number / (number > 5 ? 10 : 5));
  }
  const drawn = [...text.matchAll(DRAWN)].map((match) => ({
    match,
    full: countOf(match[0], FULL),
    all: countOf(match[0], FULL) + countOf(match[0], EMPTY),
  }));
  // A single star is an ornament, unless it stands after a name where others have more.
  const isRated = drawn.some(({ all }) => all > 1);
  for (const { match, full, all } of drawn)
    if (
      all > 1 ||
      (isRated && /[\p{L}\p{N}):*]\s?$/u.test(text.slice(Math.max(0, match.index - 3), match.index)))
    )
      add(match, full / Math.max(5, all));
  return marks;
}

/** Headings that tell a scale at their end: `Points out of 100:`, `Note globale sur 20`. */
const SCALED =
  /(?:^|[^\p{L}])(?:ratings?|scores?|points|bewertung|bewertungen|punkte|punktzahl|wertung|notes?|nota|notas|puntuacion|valoracion|puntos|pontos|pontuacao|avaliacao|vot[oi]|punteggio|punti|cijfers?|punten|oceny?|punkty|оценк[аи]|балл(?:ы|ов)?|puan(?:lar)?)(?!\p{L}).*\s(?:out of|von|sur|sobre|de|su|em|van(?: de)?|op|na|из)\s(5|10|20|100)(?:\s(?:points?|punkten?|puntos|pontos|punti|punten|баллов))?\)?[:*\s]*$/u;
const MAYBE_SCALED = /(?:out of|von|sur|sobre|de|su|em|van(?: de)?|op|na|из)\s(?:5|10|20|100)(?!\d)/;
/** What is the worse the more there is of it. */
const WORSE =
  /complain|beschwerde|plainte|queja|reclam|difficult|schwierig|pain|noise|larm|bruit|ruido|churn|co2|emission|price|preis|prix|precio|cost|kosten|fees|failure|error|fehler|ausfall|panne|averia|spam|danger|gefahr|peligro|stress|lament|klacht|skarg|rumore|ruido|lawaai|geluid|halas|prezzo|costo|preco|custo|prijs|cena\b|guast|falha|storing|fout|awari|blad|pericol|perigo|жалоб|шум|цен[аы]|стоимост|сбо[ий]|ошиб|sikayet|gurultu|fiyat|hata|ariza/u;
/** `Acme: 9.1`, `- Acme 87 points`: a number that ends a line. */
const LAST =
  /[\p{L}\p{N})*]\s?[:–—-]?\s(\d{1,3}(?:[.,]\d{1,2})?)(?:\s(?:points?|punkte|puntos|pontos|punti|punten|pts|pkt))?$/u;
const LINES = /[^\n\f]+/gu;
const LONGEST_TITLE = 90;

/** The scale that a heading tells; no scale is guessed, for numbers under headings are prices, sizes and years too. */
function scaleOf(line: string): number | null {
  if (line.length > LONGEST_TITLE || OTHERWISE.test(line) || WORSE.test(line)) return null;
  const told = SCALED.exec(line)?.[1];
  return told === undefined ? null : Number(told);
}

/** Numbers at the ends of two lines or more under a heading that tells their scale. */
function headedMarks(text: string): Mark[] {
  const marks: Mark[] = [];
  let scale: number | null = null;
  let rows: (Range & { number: number })[] = [];
  const close = (): void => {
    for (const { number, start, end } of rows.length > 1 ? rows : [])
      marks.push({ start, end, value: worthOf(number / (scale ?? 1)), bare: true });
    rows = [];
  };
  for (const { 0: line, index } of text.matchAll(LINES)) {
    const row = scale === null ? null : LAST.exec(line);
    const number = numberOf(row?.[1] ?? '');
    if (row && scale !== null && number <= scale)
      rows.push({
        number,
        start: index + row.index + row[0].indexOf(row[1] ?? ''),
        end: index + line.length,
      });
    else if (line.trim() !== '') {
      close();
      scale = scaleOf(line);
    }
  }
  close();
  return marks;
}

const RATED =
  /(?:^|[^\p{L}])(?:rating|score|scores|stars?|grades?|marks?|bewertung|punkte|sterne|wertung|etoiles|note|nota|puntuacion|valoracion|estrellas|pontuacao|avaliacao|estrelas|vot[oi]|punteggio|stelle|cijfers?|beoordeling|sterren|ocen[ay]|gwiazdki|оценка|рейтинг|баллы?|puan|yildiz)(?!\p{L})/u;
const ADVISED =
  /recommend|verdict|worth|^buy|^pick|empf|fazit|urteil|kauf|recomend|veredicto|comprar|conseill|recommand|avis|acheter|veredito|consigl|verdetto|comprare|acquist|aanrad|oordeel|kopen|polec|werdykt|kupic|рекоменд|вердикт|купить|брать|tavsiye|oneri|almali/u;
/** Titles of columns whose high numbers are no praise, or that ask the other way round. */
const OTHERWISE =
  /risk|risiko|risque|riesgo|risco|rischio|risico|ryzyk|риск|\bnot\b|\bno\b|nicht|\bnon\b|\bper\b|\bpro\b|\bpar\b|\bpor\b|energy|hotel|schadstoff|crash/u;
const YES =
  /^(?:yes|ja|oui|si|buy|recommended|empfohlen|recommande|recomendado|sim|consigliato|aanrader|tak|polecam|да|рекомендуем|evet)[.!]?$/u;
const NO =
  /^(?:no|nein|non|not recommended|avoid|skip|hands off|finger weg|a eviter|evitar|nao|sconsigliato|da evitare|nee|afrader|nie|unikac|нет|избегать|hayir)[.!]?$/u;
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
    const read = readerOf(text(header), rows.map(text));
    return rows.flatMap((row, i) => {
      const value = read?.(text(row), i) ?? null;
      return value === null ? [] : [{ start: row.start, end: row.end, value, bare: false }];
    });
  });
}

type Reader = (cell: string, row: number) => number | null;

function readerOf(title: string, cells: readonly string[]): Reader | null {
  if (OTHERWISE.test(title)) return null;
  if (RATED.test(title)) return ratingReader(title, cells);
  return ADVISED.test(title) ? advice : null;
}

function advice(cell: string): number | null {
  const sign = signAt(cell);
  if (sign) return sign.value;
  return NO.test(cell) ? -1 : YES.test(cell) ? 1 : null;
}

/** Bare numbers and letters of a column; what says its own scale is read wherever it stands. */
function ratingReader(title: string, cells: readonly string[]): Reader {
  const numbers = cells.map((cell) => (/^\d{1,3}(?:[.,]\d{1,2})?$/.test(cell) ? numberOf(cell) : null));
  const most = Math.max(...numbers.map((number) => number ?? 0));
  const told = /(?:^|\D)(100|10|5)(?!\d)/.exec(title)?.[1];
  // Whole numbers up to five count stars of hotels, and German grades have their best at 1.
  const isTold = told !== undefined || cells.some((cell) => /^[0-5][.,]\d$/.test(cell)) || most > 10;
  const isSchool = told === undefined && most <= 6 && /(?:^|[^\p{L}])(?:note|nota)(?!\p{L})/u.test(title);
  const scale = told ? Number(told) : most <= 5 ? 5 : most <= 10 ? 10 : 100;
  return (cell, row) => {
    const grade = GRADE.exec(cell);
    if (grade) return worthOf((GRADES[grade[1] ?? ''] ?? 0) + (grade[2] === '-' ? -0.04 : 0));
    const number = numbers[row] ?? null;
    return number === null || number > scale || !isTold || isSchool ? null : worthOf(number / scale);
  };
}
