// Marks names in a Markdown tree at the places that the service stored: UTF-16 units of the Markdown's source.
import { decodeString } from 'micromark-util-decode-string';
import { below, type Node, rewrite } from './tree.ts';

/** From where to where in the source, and of which mention. */
export type Span = { start: number; end: number; mention: number };

/** All places of all mentions in order; one that begins inside of another is left out. */
export function spansOf(mentions: readonly { spans: readonly (readonly [number, number])[] }[]): Span[] {
  const all = mentions
    .flatMap(({ spans }, mention) => spans.map(([start, end]) => ({ start, end, mention })))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let until = 0;
  return all.filter(({ start, end }) => {
    if (start < until) return false;
    until = end;
    return true;
  });
}

type Options = { source: string; spans: readonly Span[] };

/** A remark plugin: texts are split where a span begins or ends, and its part becomes a `mark` element. */
export function markSpans({ source, spans }: Options) {
  return (tree: Node): void => {
    if (spans.length === 0) return;
    const split = new Map<Node, Node[]>();
    const seen = new Set<Span>();
    // In the order of the text, so that of a name in several parts the first one stands for all.
    for (const [node, places] of placesOfTexts(tree, source))
      split.set(node, marked(node, pieces(node.value ?? '', places, spans), seen));
    rewrite(tree, (node) => split.get(node) ?? [node]);
  };
}

const TEXTS = new Set(['text', 'inlineCode', 'code']);

/** Where the characters of each text stand in the source. Some extensions make texts without a position. */
function placesOfTexts(tree: Node, source: string): Map<Node, Int32Array> {
  const found = new Map<Node, Int32Array>();
  let last = 0;
  for (const node of below(tree)) {
    const { value = '', position } = node;
    if (!TEXTS.has(node.type) || value === '') continue;
    const start = position?.start.offset ?? source.indexOf(value, last);
    if (start < 0) continue;
    const end = position?.end.offset ?? start + value.length;
    const isCode = node.type !== 'text';
    found.set(node, align(value, { source, start, end, isCode }));
    last = end;
  }
  return found;
}

type Part = { source: string; start: number; end: number; isCode: boolean };
const REFERENCE = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/iy;

/** The place of each character of a text: escapes, references, and what begins a line are in the source alone. */
function align(value: string, { source, start, end, isCode }: Part): Int32Array {
  const places = new Int32Array(value.length);
  let at = start;
  for (let index = 0; index < value.length; index++) {
    const reference = isCode ? undefined : referenceAt(source, at, value.slice(index, index + 2));
    if (reference) {
      places.fill(at, index, index + reference.characters);
      at += reference.length;
      index += reference.characters - 1;
      continue;
    }
    const next = nextPlace(value[index] ?? '', { source, start: at, end, isCode });
    // A character that the source does not have stands where the one before it ended.
    places[index] = next ?? at;
    if (next !== undefined) at = next + 1;
  }
  return places;
}

function nextPlace(character: string, { source, start, end, isCode }: Part): number | undefined {
  // In code between backticks the end of a line is shown as a blank.
  if (isCode && character === ' ' && source[start] === '\n') return start;
  const next = source.indexOf(character, start);
  return next >= 0 && next < end ? next : undefined;
}

/** `&amp;` where the text has what it stands for. */
function referenceAt(source: string, at: number, shown: string) {
  if (source[at] !== '&') return undefined;
  REFERENCE.lastIndex = at;
  const [reference] = REFERENCE.exec(source) ?? [];
  const decoded = reference && decodeString(reference);
  if (!reference || !decoded || decoded === reference || !shown.startsWith(decoded)) return undefined;
  return { length: reference.length, characters: decoded.length };
}

type Piece = { text: string; span: Span | undefined };

function pieces(value: string, places: Int32Array, spans: readonly Span[]): Piece[] {
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const near = spans.filter(({ start, end }) => start <= last && end > first);
  if (near.length === 0) return [{ text: value, span: undefined }];
  const spanAt = (place: number) => near.find(({ start, end }) => start <= place && place < end);
  const all: Piece[] = [];
  for (const [index, place] of places.entries()) {
    const span = spanAt(place);
    const open = all.at(-1);
    if (open && open.span === span) open.text += value[index];
    else all.push({ text: value[index] ?? '', span });
  }
  return all;
}

function marked(node: Node, parts: readonly Piece[], seen: Set<Span>): Node[] {
  if (parts.every(({ span }) => span === undefined)) return [node];
  const children = parts.map(({ text, span }): Node => {
    const shown: Node = { type: 'text', value: text };
    if (!span) return shown;
    // A name may cross bold and plain text.
    const hProperties = { dataMention: span.mention, dataRest: seen.has(span) ? 'yes' : undefined };
    seen.add(span);
    return { type: 'mark', children: [shown], data: { hName: 'mark', hProperties } };
  });
  if (node.type === 'text') return children;
  const code: Node = { type: 'marked-code', children, data: { hName: 'code' } };
  return [node.type === 'code' ? { type: 'marked-block', children: [code], data: { hName: 'pre' } } : code];
}
