// What a boundary of a word is, script by script.
import { isWordCode } from './fold.ts';

export type Script =
  | 'none'
  | 'latin'
  | 'cyrillic'
  | 'han'
  | 'kana'
  | 'hangul'
  | 'thai'
  | 'arabic'
  | 'hebrew'
  | 'other';

const SCRIPTS: readonly Script[] = [
  'none',
  'latin',
  'cyrillic',
  'han',
  'kana',
  'hangul',
  'thai',
  'arabic',
  'hebrew',
  'other',
];

const codes = new Uint8Array(0x10000);
for (let code = 0; code < codes.length; code++) codes[code] = SCRIPTS.indexOf(findScript(code));

/** The script of a UTF-16 unit; Greek and digits go with Latin, because they share spaces and rules. */
export const scriptOf = (code: number): Script => SCRIPTS[codes[code] ?? 0] ?? 'none';

function findScript(code: number): Script {
  if (!isWordCode(code)) return 'none';
  if (code < 0x400) return 'latin';
  if (code < 0x530) return 'cyrillic';
  if (code >= 0x590 && code < 0x600) return 'hebrew';
  if (code >= 0x600 && code < 0x780) return 'arabic';
  if (code >= 0xe00 && code < 0x1100) return 'thai';
  if (code >= 0x1780 && code < 0x1800) return 'thai';
  if (code >= 0x3040 && code < 0x3100) return 'kana';
  if (code >= 0x3400 && code < 0xa000) return 'han';
  if (code >= 0xac00 && code < 0xd7b0) return 'hangul';
  if (code >= 0x1e00 && code < 0x2000) return 'latin';
  return 'other';
}

/** Scripts that put no spaces between words. */
export function isUnspaced(script: Script): boolean {
  return script === 'han' || script === 'kana' || script === 'thai';
}

/** Where a name may begin: at each word, and at each character of scripts without spaces. */
export function nameStarts(text: string): number[] {
  const starts: number[] = [];
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = codes[text.charCodeAt(at)] ?? 0;
    if (code !== 0 && (code !== before || unspaced[code] === true)) starts.push(at);
    before = code;
  }
  return starts;
}

const unspaced = SCRIPTS.map(isUnspaced);

export const isKatakana = (code: number): boolean => (code >= 0x30a1 && code <= 0x30fe) || code === 0x30fc;

const JOSA = [
  '으로부터',
  '에서부터',
  '에게서',
  '이라고',
  '이라는',
  '입니다',
  '에서는',
  '에서도',
  '으로는',
  '이지만',
  '이므로',
  '이어서',
  '에서',
  '에게',
  '으로',
  '까지',
  '부터',
  '처럼',
  '보다',
  '마다',
  '조차',
  '이나',
  '이며',
  '이고',
  '이란',
  '이라',
  '이랑',
  '라고',
  '라는',
  '로는',
  '에는',
  '에도',
  '와의',
  '과의',
  '하고',
  '랑',
  '인데',
  '이다',
  '인',
  '용',
  '은',
  '는',
  '이',
  '가',
  '을',
  '를',
  '의',
  '에',
  '로',
  '와',
  '과',
  '도',
  '만',
  '나',
  '며',
  '고',
  '야',
  '라',
  '님',
  '측',
  '사',
  '앱',
  '페이지',
  '께서',
  '에선',
  '에겐',
  '한텐',
  '께선',
  '으론',
  '한테',
  '뿐',
  '이든',
  '든지',
];
const CYRILLIC_ENDINGS = [
  'ами',
  'ями',
  'ого',
  'ому',
  'ом',
  'ем',
  'ой',
  'ей',
  'ою',
  'ею',
  'ов',
  'ев',
  'ам',
  'ям',
  'ах',
  'ях',
  'ым',
  'ых',
  'ими',
  'а',
  'я',
  'у',
  'ю',
  'е',
  'ы',
  'и',
  'о',
  'й',
  'ь',
  'і',
  'ї',
  'є',
];
const ARABIC_PREFIXES = ['وبال', 'وال', 'بال', 'كال', 'فال', 'لل', 'ال', 'و', 'ف', 'ب', 'ل', 'ك'];
const HEBREW_PREFIXES = ['וה', 'של', 'ומ', 'וב', 'ול', 'ו', 'ה', 'ב', 'ל', 'מ', 'ש', 'כ'];

/** How many letters before a name belong to the word but not to the name (`و` in `وأرامكو`). */
export function prefixLengths(folded: string, at: number): number[] {
  const script = scriptOf(folded.charCodeAt(at));
  if (script !== 'arabic' && script !== 'hebrew') return [];
  const list = script === 'arabic' ? ARABIC_PREFIXES : HEBREW_PREFIXES;
  return list.filter((prefix) => folded.startsWith(prefix, at)).map((prefix) => prefix.length);
}

/** Polish declines foreign names too; letters are folded. */
const POLISH_ENDINGS = [
  ...[
    'a',
    'u',
    'y',
    'i',
    'e',
    'o',
    'em',
    'ie',
    'iem',
    'owi',
    'ow',
    'om',
    'ami',
    'ach',
    'owie',
    'ze',
    'zie',
    'ra',
    'rze',
  ],
];

/** Names in -a may be adjectives: `Poczty Polskiej`. */
const POLISH_STEM_ENDINGS = [...POLISH_ENDINGS, 'ej', 'iej'];

/** Whether the name that ends at `end` may be followed by what follows, as case ending or particle. */
export function endsWord(folded: string, end: number, stem: boolean, language: string | null): boolean {
  const last = scriptOf(folded.charCodeAt(end - 1));
  const next = end < folded.length ? scriptOf(folded.charCodeAt(end)) : 'none';
  if (stem && last === 'latin') return language === 'pl' && hasEnding(folded, end, POLISH_STEM_ENDINGS);
  if (stem) return last === 'cyrillic' && hasEnding(folded, end, CYRILLIC_ENDINGS);
  if (next === 'none' || isUnspaced(last)) return true;
  if (next !== last) return true;
  if (last === 'cyrillic') return hasEnding(folded, end, CYRILLIC_ENDINGS);
  if (last === 'hangul') return hasParticles(folded, end);
  if (isDevanagari(folded.charCodeAt(end - 1)))
    return HINDI_ENDINGS.test(folded.slice(end, end + LONGEST_ENDING));
  if (last === 'latin' && language === 'pl' && hasEnding(folded, end, POLISH_ENDINGS)) return true;
  if (last === 'latin' && language === 'tr' && TURKISH_ENDINGS.test(folded.slice(end, end + LONGEST_ENDING)))
    return true;
  if (last === 'latin' && language === 'nl' && hasEnding(folded, end, DUTCH_DIMINUTIVES)) return true;
  if (last === 'latin' && language === 'de' && hasEnding(folded, end, germanPlurals(folded, end)))
    return true;
  return last === 'latin' && hasEnding(folded, end, /[sxz]/.test(folded[end - 1] ?? '') ? ['es'] : ['s']);
}

/** `दुकानवाले`: who brings it, what is of it. */
const HINDI_ENDINGS = /^(?:वाला|वाले|वाली|वालों)(?![\p{L}\p{M}])/u;
const isDevanagari = (code: number): boolean => code >= 0x900 && code <= 0x97f;

/** Korean particles come in twos: `보다` and `는`. Syllables that make other nouns (`사`, `인`) are the first of none. */
function hasParticles(folded: string, end: number): boolean {
  return (
    hasEnding(folded, end, JOSA) ||
    FIRST_JOSA.some((one) => folded.startsWith(one, end) && hasEnding(folded, end + one.length, SECOND_JOSA))
  );
}

const FIRST_JOSA = '보다 에서 에게 으로 로 까지 부터 처럼 만 에 와 과 하고 이랑 마다 께서 한테'.split(' ');
const SECOND_JOSA = ['는', '은', '도', '만', '의'];

/** Case endings without the apostrophe that names have before them: `Vestelin`; no other name ends in them. */
const TURKISH_ENDINGS = /^(?:n?[iu]n(?:ki)?|y[iuae]|n[ae]|[dt][ae](?:n|ki)?)(?![\p{L}\p{N}'])/u;
const LONGEST_ENDING = 10;

/** `een Grolschje`. */
const DUTCH_DIMINUTIVES = ['tje', 'tjes', 'je', 'jes', 'pje', 'pjes'];

/** `die Sparkassen`, `bei den Volksbanken`. */
function germanPlurals(folded: string, end: number): readonly string[] {
  const tail = folded.slice(end - 5, end);
  return tail === 'kasse' ? ['n'] : tail.endsWith('bank') ? ['en'] : [];
}

function hasEnding(folded: string, end: number, endings: readonly string[]): boolean {
  const own = scriptOf(folded.charCodeAt(end - 1));
  return endings.some(
    (ending) => folded.startsWith(ending, end) && scriptOf(folded.charCodeAt(end + ending.length)) !== own,
  );
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(locale: string): Intl.Segmenter {
  const known = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, known);
  return known;
}

const WINDOW = 40;

const SHORT_KANA = 4;

/** Whether [start, end) is no part of a longer word in a text without spaces. */
export function standsAlone(text: string, start: number, end: number): boolean {
  const first = scriptOf(text.charCodeAt(start));
  const last = scriptOf(text.charCodeAt(end - 1));
  if (!isUnspaced(first) && !isUnspaced(last)) return true;
  // `マイナスイオン` is no ion of AEON's.
  if (first === 'kana' && end - start <= SHORT_KANA && isKatakana(text.charCodeAt(start - 1))) return false;
  // `中国银行业协会` is of all banks; `业绩` and `业务` are a company's own.
  if (last === 'han' && /^业(?![绩务])/u.test(text.slice(end, end + 2))) return false;
  const before = joined(text, start - 1, start);
  const after = joined(text, end - 1, end);
  if (!before && !after) return true;
  const cuts = boundaries(text, start, end, first === 'thai' ? 'th' : 'zh');
  // The segmenter's dictionary rarely knows a brand: a long name needs only one clean edge.
  if (first === 'thai' && end - start >= 5 && (cuts.has(start) || cuts.has(end))) return true;
  return (
    (!before || cuts.has(start)) &&
    (!after || cuts.has(end) || opensWithCut(text, end, cuts) || isGlued(text, start, end))
  );
}

/** Two neighbours that could belong to one word: the same script, or Han beside kana is a change and no joint. */
function joined(text: string, left: number, right: number): boolean {
  if (left < 0 || right >= text.length) return false;
  const a = scriptOf(text.charCodeAt(left));
  const b = scriptOf(text.charCodeAt(right));
  if (a === 'kana' && b === 'kana')
    return isKatakana(text.charCodeAt(left)) && isKatakana(text.charCodeAt(right));
  return a === b && isUnspaced(a);
}

/** A dictionary does not know the name: then single characters after it are no word that it could belong to. */
function opensWithCut(text: string, end: number, cuts: ReadonlySet<number>): boolean {
  return scriptOf(text.charCodeAt(end)) === 'han' && cuts.has(end + 1) && !cuts.has(end - 1) && cuts.has(end);
}

/** `A和B`: the segmenter takes the particle after a name that it does not know for a part of a word. */
const isGlued = (text: string, start: number, end: number): boolean =>
  end - start >= 2 && GLUE.has(text.charAt(end)) && scriptOf(text.charCodeAt(end - 1)) === 'han';

const GLUE = new Set('和与及或跟比'.split(''));

function boundaries(text: string, start: number, end: number, locale: string): Set<number> {
  let from = start;
  let to = end;
  while (from > 0 && start - from < WINDOW && isUnspaced(scriptOf(text.charCodeAt(from - 1)))) from--;
  while (to < text.length && to - end < WINDOW && isUnspaced(scriptOf(text.charCodeAt(to)))) to++;
  const cuts = new Set<number>([from, to]);
  for (const piece of segmenter(locale).segment(text.slice(from, to))) cuts.add(from + piece.index);
  return cuts;
}
