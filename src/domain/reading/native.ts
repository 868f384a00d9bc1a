// Names in scripts without capitals: beside a word for shops, apps or firms, or in quotes.
import { type Context, type Draft, sight } from './discover.ts';
import { fold } from './fold.ts';
import type { Range } from './structure.ts';
import { isCjkPhrase, isNative, isPlace } from './vocabulary.ts';
import { nameWorth } from './worth.ts';

const FIRMS_AR =
  /(?:^|[\s(«"])[وبلفك]?(?:متجر|تطبيق|منصة|موقع|شركة|مطعم|مقهى|كافيه|فندق|منتجع|بنك|مصرف|صيدلية|صيدليات|ماركة|برنامج|عيادة|عيادات|مستشفى|أكاديمية|معهد|مجلة|صحيفة|جريدة|مخبز|محمصة|حلويات|سلسلة|مكتبة|وكالة|مكتب|مؤسسة) "?/gu;
const WORD_AR = /^(?:[\u0621-\u064a]{2,14})(?= |"|$|[،.؛:)\n\f])/u;
const QUOTED = /["「『《〈«]([^"「」『』《》〈〉«»\n\f]{2,14})["」』》〉»]/gu;
export const FIRM_BEFORE =
  /(?:品牌|公司|平台|软件|应用|小程序|网站|商家|门店|餐厅|店铺|连锁|搬家|银行|保险|アプリ|サービス|ブランド|メーカー|サイト|店|ショップ|会社|ソフト|茶舗|雑誌|誌|始めた|運営する|手がける|앱|서비스|브랜드|업체|회사|사이트|매장|가게|플랫폼|카페|병원|ऐप|दुकान|ब्रांड|कंपनी|वेबसाइट|تطبيق|متجر|شركة|موقع|منصة|مطعم)[ はのがとや、“"'「«]{0,2}$/u;
const FIRM_AFTER =
  /^ ?(?:という|といった|などの|アプリ|サービス|ブランド|公式|の店|店舗|本店|App|app|小程序|公司|平台|软件|品牌|应用|网站|这家|这个品牌|旗舰店|앱|이라는|라는|브랜드|서비스|ऐप|नाम|जैसे|की दुकान)/u;

/** Adds the names that stand beside such words. */
export function fromNative(context: Context, draft: Draft): void {
  const { language } = context;
  if (language === 'ar') fromArabic(context, draft);
  if (language !== null && QUOTING.has(language)) fromQuotes(context, draft, language);
}

const QUOTING = new Set(['ar', 'hi', 'zh', 'ja', 'ko']);

function fromArabic(context: Context, draft: Draft): void {
  const { text } = context.visible;
  for (const match of text.matchAll(FIRMS_AR)) {
    const start = match.index + match[0].length;
    let end = start;
    for (let count = 0; count < 3; count++) {
      const at = count === 0 ? end : end + 1;
      if (count > 0 && text[end] !== ' ') break;
      const word = WORD_AR.exec(text.slice(at, at + 16))?.[0];
      if (word === undefined || isCommonArabic(word)) break;
      end = at + word.length;
    }
    if (end > start) sight(context, draft, { start, end }, false);
  }
}

/** A word of the language, or an adjective or a plural by its ending. */
const isCommonArabic = (word: string): boolean =>
  isNative(fold(word), 'ar') ||
  isPlace(fold(word)) ||
  /(?:ية|ات|ين|ون|ة|ًا|ي)$|^(?:لل|بال|وال|م[^ا]{2}[^ا]$)/u.test(word);

function fromQuotes(context: Context, draft: Draft, language: string): void {
  const { text } = context.visible;
  for (const match of text.matchAll(QUOTED)) {
    const name = match[1] ?? '';
    const range: Range = { start: match.index + 1, end: match.index + 1 + name.length };
    if (nameWorth(name, language) === 'none' || isCjkPhrase(name)) continue;
    const before = text.slice(Math.max(0, match.index - 8), match.index);
    const after = text.slice(range.end + 1, range.end + 8);
    if (FIRM_BEFORE.test(before) || FIRM_AFTER.test(after)) sight(context, draft, range, false);
  }
}
