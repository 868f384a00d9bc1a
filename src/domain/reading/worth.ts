// How much a phrase looks like a name: by capitals, script, dictionary and lists.

import { isAuthority } from './authorities.ts';
import { fold } from './fold.ts';
import { keepByLanguage } from './keep.ts';
import { isCjkLabel, isCjkPhrase, isNative, isOrdinary, isPlace } from './vocabulary.ts';
import { isEnglish, LISTS } from './words.ts';

/** `word` and `words` are ordinary words that a name could be made of. */
export type Worth = 'name' | 'word' | 'words' | 'none';

/** Judges a phrase in an answer of the given language. */
export const nameWorth = keepByLanguage(judge);

function judge(text: string, language: string | null): Worth {
  if (text.length < 2 || text.length > 40 || !LETTER.test(text)) return 'none';
  if (LISTS.genericHeads.has(fold(text))) return 'none';
  if (language !== null && isAuthority(text, language)) return 'none';
  if (CJK.test(text)) return worthOfCjk(text);
  if (ADVICE[language ?? '']?.test(text) || COUNTED.test(text)) return 'none';
  if (language === 'de' && isGermanTrait(text)) return 'none';
  const words = text.split(/[\s/]+/).filter(Boolean);
  if (
    words.length > (UNCASED.test(text) ? 3 : 5) ||
    /[?!:;"؟،।]|\.\s/.test(text.endsWith('!') ? text.slice(0, -1) : text)
  )
    return 'none';
  if (!words.every(isNameWord)) return 'none';
  return worthOfWords(words, language);
}

/** Imperatives, where no capital tells them from names: `Compare prices`, `Check the date`. */
const ADVICE: Readonly<Record<string, RegExp>> = {
  ar: /^(?:و?(?:حدد|حدّد|اختر|احجز|استخرج|رتب|رتّب|جهز|جهّز|قارن|اقرأ|اقرا|تأكد|تاكد|سجل|سجّل|ابدأ|ابدا|افتح|راجع|احسب|اسأل|اسال|جرب|جرّب|صمم|صمّم|فعل|فعّل|اتفق|وثق|وثّق|ضع|اكتب|احصل|ادفع|أنشئ|انشئ|استخدم|تحقق|خطط|اطلب|اشتر|اشترِ|ابحث|تجنب|احرص|تواصل|استشر|نظف|نظّف|قس|قِس|افحص|حمل|حمّل|ارفع|أضف|اضف|وفر|تابع|راقب|قدم|قدّم|زر|انتبه|لا)) /u,
  hi: /(?:करें|करिए|कीजिए|चुनें|चुनिए|देखें|देखिए|बनाएँ|बनाएं|बनाइए|लें|लीजिए|दें|भेजें|खरीदें|ख़रीदें|जाँचें|जांचें|पूछें|पढ़ें|रखें|लगाएँ|लगाएं|मिलाएँ|मिलाएं|समझें|जोड़ें|भरें|मापें|तय करें|बाँटें|सीखें|लिखें|खोलें|जाएँ|जाएं)$/u,
};

/** `Profil 1`, `Question 2`. */
const COUNTED =
  /^(?:profile?|question|[ée]tape|option|niveau|partie|point|cas|r[èe]gle|crit[èe]re|conseil|astuce|erreur|semaine|jour|mois|ann[ée]e|perfil|pregunta|paso|opci[óo]n|nivel|parte|caso|regla|criterio|consejo|semana|d[íi]a|mes|frage|schritt|stufe|tipp|fall|regel|kriterium|fehler|woche|tag|step|tip|case|rule|level|criterion|scenario|szenario|sc[ée]nario|escenario|route|path|ruta|rota|weg|variante?) (?:\d{1,2}|[A-D])$/iu;
/** `Hoher Wirkungsgrad`, `Weitere Möglichkeiten`: in German a noun has its capital anyway. */
const GERMAN_TRAIT =
  /^(?:hoh|höher|niedrig|maximal|minimal|optimal|eng|breit|groß|klein|bess|best|schlecht|lang|läng|kurz|schnell|langsam|einfach|kompliziert|komplex|umfangreich|umfassend|vorhersehbar|kurzfristig|langfristig|möglich|weiter|laufend|monatlich|jährlich|zusätzlich|alternativ|günstig|preiswert|teur|flexibel|flexibl|fest|eigen|wichtig|versteckt|fehlend|begrenzt|eingeschränkt|stark|schwach|leicht|schwer|verlässlich|zuverlässig|transparent|klar|persönlich|digital|regional|lokal|kostenlos|praktisch|technisch|gering|ausreichend|gut|echt|breitgefächert|stabil|robust|hochwertig|edel|edl|sicher|unsicher|sinnvoll|unnötig|typisch|häufig|passend|ideal|ähnlich|verschieden|unterschiedlich|automatisch|manuell|elektrisch|mobil|stationär|intensiv|sanft|kräftig|angenehm|moderat|fair|laut|leis|ruhig|schlank|kompakt|solid|modern)(?:e|er|es|en|em) (\p{Lu}\p{Ll}+)$/u;

function isGermanTrait(text: string): boolean {
  const noun = GERMAN_TRAIT.exec(text.charAt(0).toLowerCase() + text.slice(1))?.[1];
  return noun !== undefined && isOrdinary(fold(noun), 'de');
}

/** Scripts without capitals: a phrase of several words is a sentence there more often than a name. */
const UNCASED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u;
const LETTER = /\p{L}/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SMALL = new Set(
  'of and the by for at de du des del della delle dei la le les los las el da do das dos di von van der den het y et und & + x - –'.split(
    ' ',
  ),
);

function isNameWord(word: string, index: number): boolean {
  if (/^[\p{Lu}\p{N}]/u.test(word) || /\p{Ll}[\p{Lu}\p{N}]/u.test(word)) return true;
  return (
    (index > 0 && SMALL.has(word)) ||
    /^\p{Lo}/u.test(word) ||
    /^[a-z][a-z0-9-]*\.(?:com|io|ai|co|net|org|app|so|dev)$/.test(word)
  );
}

function worthOfWords(words: readonly string[], language: string | null): Worth {
  const telling = words.filter((word) => !SMALL.has(word.toLowerCase()));
  if (
    telling.length === 0 ||
    telling.every((word) => isEmptyWord(word) || isPlaceForm(word, language)) ||
    isPlace(fold(words.join(' ')))
  )
    return 'none';
  if (telling.length === 1 && isContraction(telling[0] ?? '')) return 'none';
  const ordinary = telling.map((word) => isDictionary(fold(word), language));
  if (LISTS.genericHeads.has(fold(telling[0] ?? '')) && ordinary.every(Boolean))
    return telling.length === 1 ? 'none' : 'words';
  if (telling.some((word, i) => !ordinary[i] && !isEmptyWord(word))) return 'name';
  if (telling.some((word) => /\p{Ll}\p{Lu}/u.test(word) && !isEmptyWord(word))) return 'name';
  return telling.length === 1 ? 'word' : 'words';
}

function isDictionary(word: string, language: string | null): boolean {
  if (isOrdinary(word, language) || LISTS.terms.has(word)) return true;
  const parts = word.split(/[-'.]/);
  return (
    parts.length > 1 &&
    parts.every(
      (part) => part.length < 2 || isOrdinary(part, language) || isEmptyWord(part) || /^\d+$/.test(part),
    )
  );
}

/** Case endings of places: `Wrocławiu`, `Anadolu'nun`, `Казани`. */
function isPlaceForm(word: string, language: string | null): boolean {
  const folded = fold(word);
  if (language === 'tr') {
    const stem = /^([^']+)'\p{L}{1,6}$/u.exec(folded)?.[1];
    return stem !== undefined && (isPlace(stem) || LISTS.acronyms.has(stem) || LISTS.terms.has(stem));
  }
  const ending = PLACE_ENDINGS[language ?? ''];
  if (ending === undefined) return false;
  const stem = folded.replace(ending, '');
  return (
    stem.length >= 4 &&
    stem !== folded &&
    ['', 'a', 'e', 'o', 'y', 'а', 'ь', 'я'].some((end) => isPlace(stem + end))
  );
}

const PLACE_ENDINGS: Readonly<Record<string, RegExp>> = {
  pl: /(?:iu|ie|em|owi|a|u|y|e|i)$/u,
  ru: /(?:ой|ом|ем|е|а|у|и|ы|ю)$/u,
};

/** `I've`, `you'll`, `can't`, `d'Amazon`. */
const isContraction = (word: string): boolean =>
  /^(?:i|you|we|they|he|she|it|that|there|what|who|where|how|here|let|\p{L}+n)['’](?:ve|ll|d|re|m|s|t)$/iu.test(
    word,
  );

function isEmptyWord(word: string): boolean {
  const lower = fold(word).replace(/[^\p{L}\p{N}&/-]/gu, '');
  return (
    lower === '' ||
    /^[\d.,%$€£-]+$/.test(lower) ||
    LISTS.acronyms.has(lower) ||
    LISTS.calendar.has(lower) ||
    (lower.endsWith('s') && LISTS.calendar.has(lower.slice(0, -1))) ||
    (lower.includes('-') && lower.split('-').every(isPlace)) ||
    LISTS.terms.has(lower) ||
    isPlace(lower)
  );
}

/** Katakana, or a short stem with a Latin model, is a name; short Han or Hangul could be one; a phrase is none. */
function worthOfCjk(text: string): Worth {
  const bare = text.replace(/[\s・·&.+-]/gu, '');
  if (bare.length > 16 || isCjkLabel(bare) || isCjkPhrase(bare) || LISTS.genericHeads.has(bare))
    return 'none';
  if (/[。、，：；？！「」（）％%〜~]/u.test(bare)) return 'none';
  const joined = /^.+[和与及や或](.{2,})$/u.exec(bare)?.[1];
  if (joined !== undefined && isCjkPhrase(joined)) return 'none';
  const native = bare.replace(/[\p{Script=Latin}\p{N}]/gu, '');
  if (native.length > 12) return 'none';
  if (/\p{Script=Hiragana}/u.test(native))
    return /[をがはにでともの]|[るすたいんう]$/u.test(native) ? 'none' : 'words';
  if (/\p{Script=Hangul}/u.test(native)) return worthOfHangul(text, native);
  const katakana = native.match(/[\p{Script=Katakana}ー]+/gu) ?? [];
  const told = katakana.filter((part) => part.length > 1 && !isCjkLabel(part));
  if (katakana.join('') === native) return told.length > 0 ? 'name' : bare === native ? 'none' : 'words';
  if (told.length > 0) return 'words';
  return /\p{Script=Latin}\p{N}|\d{2}/u.test(bare) && native.length <= 5 ? 'name' : 'words';
}

function worthOfHangul(text: string, native: string): Worth {
  const words = text.trim().split(/\s+/);
  if (words.length > 2 || words.some(isCjkLabel) || native.length > 8) return 'none';
  if (words.every((word) => isNative(word, 'ko'))) return 'none';
  if (words.length === 1 && native.length <= 4) return 'words';
  return /(?:다|요|기|는|을|를|에서|하기|세요|사항|기준|방법)$/u.test(text.trim()) ? 'none' : 'words';
}

/**
 * How long the lower-case name is that a phrase begins with, as some brands write theirs: `acme`, `acme One`,
 * `acme.fm`, `acme&co`; 0 without one. Only company makes it a name.
 */
export function lowerNameLength(text: string, language: string | null): number {
  const found = LOWER_NAME.exec(text);
  if (!found) return 0;
  const [name, host] = found;
  if (host !== undefined) return FILE_ENDINGS.has(host) ? 0 : name.length;
  return name.split('&').some((word) => !isOrdinary(word, language) && !isEnglish(word)) ? name.length : 0;
}

const LOWER_NAME = /^[a-z][a-z0-9]{2,14}(?:&[a-z0-9]{2,14}|\.([a-z]{2,6}))?(?=$| [\p{Lu}\d])/u;
const FILE_ENDINGS = new Set(
  'js ts tsx jsx mjs cjs vue py rb rs go java kt swift cpp sh bat sql txt md html css scss less php csv json xml yml yaml toml ini conf config lock env log pdf doc docx xls xlsx ppt pptx png jpg jpeg gif webp svg ico mp3 mp4 mov wav exe zip tar gz rar'.split(
    ' ',
  ),
);
