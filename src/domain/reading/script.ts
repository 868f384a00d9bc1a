// Which script a character is of, and where words may begin in it.
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
