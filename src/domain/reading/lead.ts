// The words that lead a line, after its marker: `3. **Acme** - ...`, a medal, `#2:`.

import { countWhile } from './search.ts';
import type { Range, Visible } from './structure.ts';

export type Lead = { start: number; end: number; number: number | null; bold: boolean };

const MARKER =
  /^[\s"'(*_]*(?:[\p{So}\p{Sk}•·→✓✔★☆>-]\s*)*(?:(?:#|no\.?|nr\.?|n[o°º]\.?|rank|platz|top|option|tool|pick|第|place)\s*)?([\d\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]{1,3})(?:\s*(?:\u20e3|[.):\]º°]|位|名|위|등|-?(?:е|ое|й)? место|\. sıra|\. miejsce|\. Platz|st place|nd place|rd place|th place)|\s+[–—-])[\s*:.–—-]*/iu;
/** `一、`, `十二.` */
const HAN_NUMBER = /^[\s"'(*_]*([一二三四五六七八九十]{1,3})[、.):]\s*/u;
const HASH = /^[\s"'(*_]*#\s?(\d{1,3})\b[\s*:.–—-]*/u;
const ICONS = /^[\s"'(*_#]*(?:(?:\u20e3|[\p{So}\p{Sk}\p{Emoji_Modifier}•·→✓✔★☆>⭐])+\s*)*/u;
const MEDALS = ['🥇', '🥈', '🥉'];
const CIRCLED = 0x2460;

/** A letter that begins no marker: neither `No. 1` nor `Rank 1`, `Platz`, `Place`, `Pick`, `Top`, `Tool`, `Option`. */
const PLAIN_OPENING = /^[a-mqsu-zA-MQSU-Z]/;

/** `Top 3: Acme, Bolt and Coda` counts names. */
const TOP_OF = /^[\s"'(*_]*(?:top|TOP|Top)\s*(?!1\b)\d{1,3}\b[^,;>→]*[,;>→]\s*\p{Lu}/u;

/** Reads the marker of a line and finds the words that lead it. */
export function findLead(visible: Visible, from: number, to: number): Lead {
  const line = visible.text.slice(from, Math.min(to, from + 240));
  const marker = readMarker(line);
  const start = from + marker.length;
  const bold = boldAt(visible.bolds, start, from);
  const rest = visible.text.slice(start, Math.min(bold ? bold.end : to, start + 240));
  return { start, end: start + leadLength(rest), number: marker.number, bold: bold !== undefined };
}

function readMarker(line: string): { length: number; number: number | null } {
  if (PLAIN_OPENING.test(line) || TOP_OF.test(line)) return { length: 0, number: null };
  const medal = MEDALS.findIndex((sign) => line.trimStart().startsWith(sign));
  const icons = ICONS.exec(line)?.[0].length ?? 0;
  if (medal >= 0) {
    // `🥈 2. Acme`
    const counted = MARKER.exec(line.slice(icons));
    return { length: icons + (counted?.[0].length ?? 0), number: medal + 1 };
  }
  const circled = line.trimStart().charCodeAt(0) - CIRCLED;
  if (circled >= 0 && circled < 20)
    return { length: /^\s*.\s*/u.exec(line)?.[0].length ?? 1, number: circled + 1 };
  const match = MARKER.exec(line) ?? HASH.exec(line);
  if (match && match[0].length < line.length)
    return {
      length: match[0].length + (ICONS.exec(line.slice(match[0].length))?.[0].length ?? 0),
      number: readNumber(match[1] ?? ''),
    };
  const han = HAN_NUMBER.exec(line);
  if (han && han[0].length < line.length) return { length: han[0].length, number: readHan(han[1] ?? '') };
  return { length: icons, number: null };
}

/** `三`, `十二`, `二十`; null for what counts nothing. */
function readHan(digits: string): number | null {
  const [tens, ones] = digits.includes('十') ? digits.split('十') : ['', digits];
  const worth = (digit: string | undefined, none: number): number =>
    digit ? '一二三四五六七八九'.indexOf(digit) + 1 : none;
  const number = 10 * (digits.includes('十') ? worth(tens, 1) : 0) + worth(ones, 0);
  return (tens + (ones ?? '')).length <= 2 && number > 0 ? number : null;
}

/** Digits of any of the scripts that MARKER knows. */
function readNumber(digits: string): number {
  let number = 0;
  for (const digit of digits) {
    const code = digit.charCodeAt(0);
    number = number * 10 + (code >= 0x966 ? code - 0x966 : code & 0xf);
  }
  return number;
}

const LEAD_END =
  /[\f\n]|\s[–—|→-]\s|[–—](?=\s)|:(?:\s|$)|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[:(,!?;]|\s\(|[.!?](?:\s|$)|。|、|,\s|;\s|\s\/\s/u;

function leadLength(rest: string): number {
  const stop = rest.search(LEAD_END);
  const length = stop < 0 ? rest.length : stop;
  return rest
    .slice(0, length)
    .trimEnd()
    .replace(/["'*_]+$/, '').length;
}

/** The last bold run that begins between `from` and `start` and goes on after; the runs are sorted. */
function boldAt(bolds: readonly Range[], start: number, from: number): Range | undefined {
  const bold = bolds[countWhile(bolds, (run) => run.start <= start) - 1];
  return bold && bold.start >= from && bold.end > start ? bold : undefined;
}
