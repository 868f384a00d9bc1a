// Where words end in scripts that put no spaces between them.
import { isKatakana, isUnspaced, scriptOf } from './script.ts';

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(locale: string): Intl.Segmenter {
  const known = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, known);
  return known;
}

const WINDOW = 40;

const SHORT_KANA = 4;
/** Fewer letters are a part of many words. */
const SHORT_NAME = 3;
/** What a company is, right before its name: `コンビニローソン`. */
const KIND =
  /(?:アプリ|コンビニ|スーパー|モール|ブランド|チェーン|ストア|カフェ|ホテル|サービス|メーカー|レストラン|ファミレス|サイト|ショップ|スタンド|ツール|ソフト|カード|キャリア|ネットバンク|クリニック|スクール)$/u;
/** What a company has, right after its name: `ソニーストア`. */
const OWNED =
  /^(?:ビール|ストア|カード|ショップ|カメラ|バンク|モバイル|テレビ|ホテル|アプリ|グループ|サービス|スマホ|パソコン|ゲーム|シューズ|コーヒー|ファン|ユーザー|ポイント|タブレット|プリンター|ミュージック|クラウド|オンライン|ジャパン|ドリンク|ヨーグルト|スーツ|バッグ|タクシー|エアライン|ウォッチ|ファーマ|ホールディングス|マーケット|サイト|モール|セール|クーポン|アカウント|サポート|プラン|アカデミー|スタジオ|ホーム|ハウス|ピザ|バーガー|チョコ(?:レート)?|アイス|タイヤ|バイク|エンジン|エアコン|ブランド|メーカー|スタッフ|オフィス|ルーター|イヤホン|ヘッドホン|スピーカー|デジタル|シャンプー|ソース|ラーメン|カレー|チーズ|ワイン)(?![\u30a1-\u30fa\u30fc])/u;
const BANKING = /^业(?![绩务内界])/u;

/** Whether [start, end) is no part of a longer word in a text without spaces. */
export function standsAlone(text: string, start: number, end: number): boolean {
  const first = scriptOf(text.charCodeAt(start));
  const last = scriptOf(text.charCodeAt(end - 1));
  if (!isUnspaced(first) && !isUnspaced(last)) return true;
  const before = joined(text, start - 1, start) && !KIND.test(text.slice(Math.max(0, start - 8), start));
  // `マイナスイオン` is no ion of AEON's.
  if (before && first === 'kana' && end - start <= SHORT_KANA) return false;
  // `中国银行业协会` is of all banks; `业绩` and `业内` stand for themselves.
  if (last === 'han' && BANKING.test(text.slice(end, end + 2))) return false;
  const isOwner = last === 'kana' && end - start >= SHORT_NAME && OWNED.test(text.slice(end, end + 9));
  const after = joined(text, end - 1, end) && !isOwner;
  if (!before && !after) return true;
  const cuts = boundaries(text, start, end, first === 'thai' ? 'th' : 'zh');
  // The segmenter's dictionary rarely knows a brand: a long name needs only one clean edge.
  if (first === 'thai' && end - start >= 5 && (cuts.has(start) || cuts.has(end))) return true;
  return (
    (!before || cuts.has(start) || BEFORE_NAMES.has(text.charAt(start - 1))) &&
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

/** `A和B`, `A的服务`: the segmenter takes the particle after a name that it does not know for a part of a word. */
const isGlued = (text: string, start: number, end: number): boolean =>
  end - start >= 2 && GLUE.has(text.charAt(end)) && scriptOf(text.charCodeAt(end - 1)) === 'han';

/** `比A大`, `在A下单`: the segmenter puts the little word before a name that it does not know to its first letter. */
const BEFORE_NAMES = new Set('比和与跟在去到从对把被像给用买选'.split(''));
const GLUE = new Set('和与及或跟比的在是也都有会就最更很不'.split(''));

function boundaries(text: string, start: number, end: number, locale: string): Set<number> {
  let from = start;
  let to = end;
  while (from > 0 && start - from < WINDOW && isUnspaced(scriptOf(text.charCodeAt(from - 1)))) from--;
  while (to < text.length && to - end < WINDOW && isUnspaced(scriptOf(text.charCodeAt(to)))) to++;
  const cuts = new Set<number>([from, to]);
  for (const piece of segmenter(locale).segment(text.slice(from, to))) cuts.add(from + piece.index);
  return cuts;
}
