// What a passage stands under: the entity that leads it, and whether it lists pros, cons, bests or things to avoid.
import type { Head } from './heads.ts';
import type { Lexicon, Tone } from './lexicon.ts';
import { firstFrom, type Named } from './position.ts';
import { type Block, type Range, SEVERAL, type Visible } from './structure.ts';
import { wordingsOf } from './wordings.ts';

type Scope<T> = { start: number; end: number; value: T };
export type Scopes = {
  /** Index of the named place that leads, or -1. */ leader: (at: number) => number;
  tone: (at: number) => Tone | null;
};

type Scene = {
  visible: Visible;
  heads: readonly Head[];
  leads: ReadonlyMap<Head, number>;
  named: readonly Named[];
};

/** Answers for places asked in rising order. */
export function findScopes(scene: Scene, lexicon: Lexicon | null): Scopes {
  const leader = walker([...headScopes(scene, lexicon), ...columnScopes(scene)]);
  const tone = walker(lexicon ? toneScopes(scene, lexicon) : []);
  return { leader: (at) => leader(at) ?? -1, tone };
}

/** The innermost scope at a place; places must rise. */
function walker<T>(scopes: Scope<T>[]): (at: number) => T | null {
  const sorted = scopes.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const open: Scope<T>[] = [];
  let next = 0;
  return (at) => {
    while (next < sorted.length && (sorted[next]?.start ?? 0) <= at) {
      const scope = sorted[next++];
      if (scope) open.push(scope);
    }
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= at) open.pop();
    return open.at(-1)?.value ?? null;
  };
}

function headScopes({ visible, heads, leads, named }: Scene, lexicon: Lexicon | null): Scope<number>[] {
  const out: Scope<number>[] = [];
  for (const [head, id] of leads) {
    if (head.kind === 'column') continue;
    const first = firstNamed(named, head.start, id);
    const value = isOfTwo(lexicon, visible, head, [named[first], named[first + 1]]) ? -1 : first;
    out.push({ start: head.start, end: head.scopeEnd, value });
  }
  // A heading about something else ends what an outer heading is about.
  for (const head of heads)
    if (head.kind === 'heading' && !leads.has(head))
      out.push({ start: head.start, end: head.scopeEnd, value: -1 });
  return out;
}

/** `## Acme vs. Borg`: what stands under it is about neither. */
function isOfTwo(
  lexicon: Lexicon | null,
  { text }: Visible,
  head: Head,
  [first, second]: readonly [Named?, Named?],
): boolean {
  if (head.kind !== 'heading' || !first || !second || second.id === first.id) return false;
  const { versus } = lexicon?.wordings ?? wordingsOf('en');
  return second.end <= head.end && versus.test(text.slice(first.end, second.start));
}

function columnScopes({ visible, heads, leads, named }: Scene): Scope<number>[] {
  const leaders = new Map<string, number>();
  for (const head of heads) {
    const id = leads.get(head);
    if (head.kind === 'column' && id !== undefined && head.block)
      leaders.set(columnKey(head.block), firstNamed(named, head.start, id));
  }
  if (leaders.size === 0) return [];
  return visible.blocks.flatMap((block) => {
    const value = block.kind === 'cell' && block.row > 0 ? leaders.get(columnKey(block)) : undefined;
    return value === undefined ? [] : [{ start: block.start, end: block.end, value }];
  });
}

const columnKey = (block: Block): string => `${block.table}:${block.column}`;

/**
 * Whether all words of a heading or lead-in may be asked: it names nobody, and the text is a list and little else. In
 * longer answers, where the members are described, that was no better by any measure.
 */
function opennessOf({ text }: Visible, named: readonly Named[]): (range: Range) => boolean {
  if (text.length > SEVERAL) return () => false;
  return ({ start, end }) => (named[firstFrom(named, start)]?.start ?? end) >= end;
}

function firstNamed(named: readonly Named[], start: number, id: number): number {
  let at = firstFrom(named, start);
  while (at < named.length && named[at]?.id !== id) at++;
  return at < named.length ? at : -1;
}

function toneScopes({ visible, heads, named }: Scene, lexicon: Lexicon): Scope<Tone>[] {
  const isOpen = opennessOf(visible, named);
  const out: Scope<Tone>[] = [];
  for (const head of heads) {
    if (head.kind === 'row' || head.kind === 'column') continue;
    const text = visible.folded.slice(head.start, head.end);
    const tone = head.kind === 'heading' && isOpen(head) ? lexicon.listTone(text) : lexicon.tone(text);
    if (tone) out.push({ start: head.end, end: head.scopeEnd, value: tone });
  }
  return [...out, ...introScopes(visible, lexicon, isOpen), ...columnTones(visible, lexicon)];
}

/** `Tools to avoid:` before a list or a table speaks of it, and as a first line of the lines below. */
function introScopes(visible: Visible, lexicon: Lexicon, isOpen: (range: Range) => boolean): Scope<Tone>[] {
  const out: Scope<Tone>[] = [];
  const { blocks, folded } = visible;
  const add = (from: number, to: number, end: number): void => {
    const text = folded.slice(Math.max(from, to - 140), to).trimEnd();
    const said = text.slice(
      Math.max(text.lastIndexOf('. '), text.lastIndexOf('! '), text.lastIndexOf('\n')) + 1,
    );
    if (!/[:*]$/.test(said) && (said.length > TITLE || /[.!?]$/.test(said))) return;
    const bare = said.replace(/[:*]+$/, '');
    const isIntro = isOpen({ start: to - said.length, end: to });
    const tone = isIntro ? lexicon.listTone(bare) : lexicon.tone(bare);
    if (tone) out.push({ start: to, end, value: tone });
  };
  blocks.forEach((block, i) => {
    const next = blocks[i + 1];
    if (block.kind !== 'paragraph') return;
    if (next?.kind === 'cell') add(block.start, block.end, tableEnd(blocks, i + 1));
    else if (next?.item && next.item !== block.item)
      add(block.start, block.end, listEnd(visible, i + 1, block));
    const line = folded.slice(block.start, block.end).indexOf('\n');
    if (line > 0) add(block.start, block.start + line, block.end);
  });
  return out;
}

/** A line without a full stop that is no longer is a title. */
const TITLE = 90;

function tableEnd(blocks: readonly Block[], from: number): number {
  let end = from;
  while (blocks[end + 1]?.kind === 'cell' && blocks[end + 1]?.table === blocks[from]?.table) end++;
  return blocks[end]?.end ?? 0;
}

function listEnd(visible: Visible, from: number, intro: Block): number {
  let end = intro.end;
  for (let i = from; i < visible.blocks.length; i++) {
    const block = visible.blocks[i];
    if (!block?.item || (intro.item && block.item.depth <= intro.item.depth)) break;
    end = block.end;
  }
  return end;
}

/** Columns headed "Pros" or "Weaknesses". */
function columnTones(visible: Visible, lexicon: Lexicon): Scope<Tone>[] {
  const tones = new Map<string, Tone>();
  const out: Scope<Tone>[] = [];
  for (const block of visible.blocks) {
    if (block.kind !== 'cell') continue;
    if (block.row > 0) {
      const tone = tones.get(columnKey(block));
      if (tone) out.push({ start: block.start, end: block.end, value: tone });
      continue;
    }
    const tone = lexicon.tone(visible.folded.slice(block.start, block.end));
    if (tone === 'pros' || tone === 'cons') tones.set(columnKey(block), tone);
  }
  return out;
}
