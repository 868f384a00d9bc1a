// The visible text while it is being written: what was shown, where it came from.
import { foldEach, isJoiner, isPlain } from './fold.ts';
import { countWhile } from './search.ts';

/** A hard edge between blocks or cells: no name and no sentence crosses it. */
export const EDGE = '\f';

/** `text` and `folded` are put together when all is shown. */
export type Canvas = {
  text: string;
  folded: string;
  length: number;
  /** The last visible character. */
  last: string;
  pieces: { text: string[]; folded: string[] };
  runs: Runs;
};

/** Where it came from, run by run: where a run starts in the text, and its source from and to. */
type Runs = { start: number[]; from: number[]; to: number[] };

/** The `to` of a run whose characters stand in the source one by one. */
const PLAIN = -1;

export const newCanvas = (): Canvas => ({
  text: '',
  folded: '',
  length: 0,
  last: '',
  pieces: { text: [], folded: [] },
  runs: { start: [], from: [], to: [] },
});

/** Puts the pieces together: one flat string is read faster than one that grew. */
export function finish(canvas: Canvas): void {
  canvas.text = canvas.pieces.text.join('');
  canvas.folded = canvas.pieces.folded.join('');
  canvas.pieces = { text: [], folded: [] };
}

/** Source offset where a visible character begins. */
export function sourceStart({ runs }: Canvas, at: number): number {
  const run = runAt(runs, at);
  const from = runs.from[run] ?? 0;
  return runs.to[run] === PLAIN ? from + at - (runs.start[run] ?? 0) : from;
}

/** Source offset where a visible character ends. */
export function sourceEnd({ runs }: Canvas, at: number): number {
  const run = runAt(runs, at);
  const to = runs.to[run] ?? 0;
  return to === PLAIN ? (runs.from[run] ?? 0) + at - (runs.start[run] ?? 0) + 1 : to;
}

const runAt = ({ start }: Runs, at: number): number => countWhile(start, (from) => from <= at) - 1;

/** Shows source[from, to) after folding; a line break keeps no indentation. */
export function show(canvas: Canvas, source: string, from: number, to: number): void {
  let at = from;
  while (at < to) {
    const end = plainEnd(source, at, to);
    if (end > at) {
      const plain = source.slice(at, end);
      push(canvas, plain, plain.toLowerCase(), at, PLAIN);
    }
    at = end;
    if (at < to) at = showSpecial(canvas, source, at, to);
  }
}

function plainEnd(source: string, at: number, to: number): number {
  let end = at;
  while (end < to && isPlain(source.charCodeAt(end))) end++;
  if (end === to || end === at) return end;
  // An accent belongs to the letter before it.
  const next = source.charCodeAt(end);
  return isAccent(next) || (isJoiner(next) && source.charCodeAt(end - 1) > 0x7e) ? end - 1 : end;
}

const isAccent = (code: number): boolean => (code >= 0x300 && code <= 0x36f) || code === 0xfe0f;

function showSpecial(canvas: Canvas, source: string, at: number, to: number): number {
  const code = source.charCodeAt(at);
  if (code === 10 || code === 13) return showBreak(canvas, source, at, to);
  if (code < 0x20 || code === 0x7f) {
    push(canvas, ' ', ' ', at, at + 1);
    return at + 1;
  }
  const end = specialEnd(source, at, to);
  foldEach(source, at, end, (piece, from, next) => {
    const single = next === from + 1 && piece.text.length === 1;
    push(canvas, piece.text, piece.folded, from, single ? PLAIN : next);
  });
  return end;
}

function specialEnd(source: string, at: number, to: number): number {
  let end = at + 1;
  while (end < to && source.charCodeAt(end) > 0x7e && !isPlain(source.charCodeAt(end))) end++;
  return end;
}

function showBreak(canvas: Canvas, source: string, at: number, to: number): number {
  let end = at + 1;
  while (end < to && isBlank(source.charCodeAt(end))) end++;
  push(canvas, '\n', '\n', at, end);
  return end;
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

/** Shows `text` in the place of source[from, to), as for a decoded entity. */
export function showInstead(canvas: Canvas, text: string, from: number, to: number): void {
  foldEach(text, 0, text.length, (piece) => push(canvas, piece.text, piece.folded, from, to));
}

function push(canvas: Canvas, text: string, folded: string, from: number, to: number): void {
  if (text === '') return;
  if (to !== PLAIN || !goesOn(canvas, from)) openRun(canvas, from, to);
  canvas.pieces.text.push(text);
  canvas.pieces.folded.push(folded);
  canvas.length += text.length;
  canvas.last = text.at(-1) ?? '';
}

function openRun({ runs, length }: Canvas, from: number, to: number): void {
  runs.start.push(length);
  runs.from.push(from);
  runs.to.push(to);
}

/** Whether the last run is plain and ends where its source goes on. */
function goesOn({ runs, length }: Canvas, from: number): boolean {
  const last = runs.start.length - 1;
  return runs.to[last] === PLAIN && (runs.from[last] ?? 0) + length - (runs.start[last] ?? 0) === from;
}

/** Puts a hard edge at a source offset. */
export function edge(canvas: Canvas, at: number): void {
  if (canvas.length === 0 || canvas.last === EDGE) return;
  push(canvas, EDGE, EDGE, at, at);
}
