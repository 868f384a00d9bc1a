// The visible text while it is being written: what was shown, where it came from.
import { foldEach } from './fold.ts';

/** A hard edge between blocks or cells: no name and no sentence crosses it. */
export const EDGE = '\f';

export type Canvas = {
  text: string;
  /** The last visible character; asking the growing string for it would copy all of it. */
  last: string;
  folded: string;
  /** Source offset where each visible character begins, and where it ends. */
  from: number[];
  to: number[];
};

export const newCanvas = (): Canvas => ({ text: '', last: '', folded: '', from: [], to: [] });

/** Shows source[from, to) after folding; a line break keeps no indentation. */
export function show(canvas: Canvas, source: string, from: number, to: number): void {
  let at = from;
  while (at < to) {
    const end = plainEnd(source, at, to);
    if (end > at) showPlain(canvas, source.slice(at, end), at);
    at = end;
    if (at < to) at = showSpecial(canvas, source, at, to);
  }
}

function plainEnd(source: string, at: number, to: number): number {
  let end = at;
  while (end < to) {
    const code = source.charCodeAt(end);
    if (code < 0x20 || code > 0x7e) break;
    end++;
  }
  // An accent belongs to the letter before it.
  return end < to && end > at && isAccent(source.charCodeAt(end)) ? end - 1 : end;
}

const isAccent = (code: number): boolean => (code >= 0x300 && code <= 0x36f) || code === 0xfe0f;

function showPlain(canvas: Canvas, plain: string, at: number): void {
  canvas.text += plain;
  canvas.last = plain.at(-1) ?? canvas.last;
  canvas.folded += plain.toLowerCase();
  for (let i = 0; i < plain.length; i++) {
    canvas.from.push(at + i);
    canvas.to.push(at + i + 1);
  }
}

function showSpecial(canvas: Canvas, source: string, at: number, to: number): number {
  const code = source.charCodeAt(at);
  if (code === 10 || code === 13) return showBreak(canvas, source, at, to);
  if (code < 0x20 || code === 0x7f) {
    push(canvas, ' ', ' ', at, at + 1);
    return at + 1;
  }
  const end = specialEnd(source, at, to);
  foldEach(source, at, end, (piece, from, pieceTo) => push(canvas, piece.text, piece.folded, from, pieceTo));
  return end;
}

function specialEnd(source: string, at: number, to: number): number {
  let end = at + 1;
  while (end < to) {
    const code = source.charCodeAt(end);
    if (code <= 0x7e) break;
    end++;
  }
  return end;
}

function showBreak(canvas: Canvas, source: string, at: number, to: number): number {
  let end = at + 1;
  while (end < to && /[ \t\r\n]/.test(source[end] ?? '')) end++;
  push(canvas, '\n', '\n', at, end);
  return end;
}

/** Shows `text` in the place of source[from, to), as for a decoded entity. */
export function showInstead(canvas: Canvas, text: string, from: number, to: number): void {
  foldEach(text, 0, text.length, (piece) => push(canvas, piece.text, piece.folded, from, to));
}

function push(canvas: Canvas, text: string, folded: string, from: number, to: number): void {
  canvas.text += text;
  canvas.last = text.at(-1) ?? canvas.last;
  canvas.folded += folded;
  for (let i = 0; i < text.length; i++) {
    canvas.from.push(from);
    canvas.to.push(to);
  }
}

/** Puts a hard edge at a source offset. */
export function edge(canvas: Canvas, at: number): void {
  if (canvas.text.length === 0 || canvas.last === EDGE) return;
  push(canvas, EDGE, EDGE, at, at);
}
