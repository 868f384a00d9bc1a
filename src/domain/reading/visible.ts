// From Markdown to what a reader sees: text, its structure, and the URLs met on the way.
import { edge, finish, show, showInstead } from './canvas.ts';
import { matchesOf } from './cues.ts';
import { collectDefinitions } from './definitions.ts';
import { isCitation, MAY_BE_UNSEEN, trimUrl, UNSEEN } from './hidden.ts';
import { breaksLine, decodeEntity, isBoldTag, readTag } from './html.ts';
import { markdown } from './markdown.ts';
import { nameStarts } from './script.ts';
import type { Block, Item, Visible } from './structure.ts';
import { AT_ALL, CLOSELY, firstPart, tame } from './tame.ts';
import { type Node, newWalk, type SyntaxNode, type Walk } from './walk.ts';

/** Reads an answer's Markdown once into visible text and structure. */
export function readVisible(answer: string): Visible {
  const source = firstPart(answer, CLOSELY);
  const walk = newWalk(source);
  const tree = markdown.parse(tame(source));
  if (source.includes(']:')) collectDefinitions(walk, tree);
  tree.iterate({
    enter: (node) => enter(walk, node as Node),
    leave: (node) => leave(walk, node as Node),
  });
  walk.close = walk.length;
  if (source.length < answer.length) showRest(walk, firstPart(answer, AT_ALL));
  finish(walk);
  walk.starts = nameStarts(walk.folded);
  walk.urls.sort((a, b) => a.at - b.at);
  walk.bolds.sort((a, b) => a.start - b.start || b.end - a.end);
  return walk;
}

/** Beyond the part that is read closely, an answer is plain text. */
function showRest(walk: Walk, source: string): void {
  edge(walk, walk.source.length);
  walk.pos = walk.source.length;
  walk.source = source;
  walk.inline = 1;
  walk.muted = 0;
  flush(walk, source.length);
}

/** The part that was read closely. */
export function closePart(visible: Visible): Visible {
  const { text, folded, starts, close } = visible;
  if (close === text.length) return visible;
  return {
    ...visible,
    text: text.slice(0, close),
    folded: folded.slice(0, close),
    starts: starts.slice(
      0,
      starts.findIndex((start) => start >= close),
    ),
  };
}

const SKIPPED = new Set([
  'EmphasisMark',
  'HeaderMark',
  'QuoteMark',
  'CodeMark',
  'CodeInfo',
  'TaskMarker',
  'StrikethroughMark',
  'Comment',
  'CommentBlock',
  'ProcessingInstruction',
  'ProcessingInstructionBlock',
  'LinkReference',
  'HorizontalRule',
  'Image',
]);
const LEAVES: Record<string, [Block['kind'], number]> = {
  Paragraph: ['paragraph', 0],
  Task: ['paragraph', 0],
  TableCell: ['cell', 0],
  ATXHeading1: ['heading', 1],
  ATXHeading2: ['heading', 2],
  ATXHeading3: ['heading', 3],
  ATXHeading4: ['heading', 4],
  ATXHeading5: ['heading', 5],
  ATXHeading6: ['heading', 6],
  SetextHeading1: ['heading', 1],
  SetextHeading2: ['heading', 2],
};

function enter(walk: Walk, node: Node): boolean | undefined {
  const step = steps[node.type.id];
  if (!step) return undefined;
  if (step.leaf) return openBlock(walk, node, step.leaf[0], step.leaf[1]);
  if (step.isSkipped) {
    flush(walk, node.from);
    walk.pos = node.to;
    return false;
  }
  return step.enter?.(walk, node);
}

type Enter = (walk: Walk, node: Node) => boolean | undefined;

const ENTER: Record<string, Enter> = {
  Escape(walk, node) {
    flush(walk, node.from);
    if (walk.muted === 0) showInstead(walk, walk.source.slice(node.from + 1, node.to), node.from, node.to);
    walk.pos = node.to;
    return false;
  },
  Entity(walk, node) {
    flush(walk, node.from);
    if (walk.muted === 0)
      showInstead(walk, decodeEntity(walk.source.slice(node.from, node.to)), node.from, node.to);
    walk.pos = node.to;
    return false;
  },
  HTMLTag(walk, node) {
    flush(walk, node.from);
    showTag(walk, node.from, node.to);
    walk.pos = node.to;
    return false;
  },
  HTMLBlock(walk, node) {
    openBlock(walk, node, 'paragraph', 0);
    showHtml(walk, node.from, node.to);
    walk.pos = node.to;
    closeBlock(walk, node);
    return false;
  },
  Autolink(walk, node) {
    flush(walk, node.from);
    addUrl(walk, walk.source.slice(node.from + 1, node.to - 1), '', node.from);
    walk.pos = node.to;
    return false;
  },
  Link: enterLink,
  LinkMark(walk, node) {
    flush(walk, node.from);
    walk.pos = node.to;
    if (walk.linkStarts.length > 0 && walk.source[node.from] === ']' && walk.linkStarts.at(-1) !== undefined)
      walk.muted++;
    return false;
  },
  StrongEmphasis(walk, node) {
    flush(walk, node.from);
    walk.pos = node.from;
    walk.boldStarts.push(walk.length);
    return undefined;
  },
  // At the head of a line it stands for bold: `- *Acme* – fast`.
  Emphasis(walk, node) {
    flush(walk, node.from);
    walk.pos = node.from;
    walk.boldStarts.push(walk.length === walk.blocks.at(-1)?.start ? walk.length : -1);
    return undefined;
  },
  CodeText(walk, node) {
    openBlock(walk, node, 'code', 0);
    const code = walk.source.slice(node.from, node.to);
    if (/^\s*(?:https?:\/\/\S+\s*)+$/.test(code))
      for (const url of code.trim().split(/\s+/)) addUrl(walk, url, '', node.from);
    else show(walk, walk.source, node.from, node.to);
    walk.pos = node.to;
    closeBlock(walk, node);
    return false;
  },
  OrderedList: (walk) => openList(walk, true),
  BulletList: (walk) => openList(walk, false),
  ListItem: openItem,
  ListMark(walk, node) {
    const digits = /^\d+/.exec(walk.source.slice(node.from, node.to));
    if (walk.item && digits) walk.item.number = Number(digits[0]);
    walk.pos = node.to;
    return false;
  },
  Table(walk) {
    walk.tables++;
    walk.row = -1;
    return undefined;
  },
  TableHeader: openRow,
  TableRow: openRow,
  TableDelimiter(walk, node) {
    walk.delimiters++;
    walk.pos = node.to;
    return false;
  },
};

function openRow(walk: Walk, node: Node): undefined {
  walk.row++;
  walk.delimiters = 0;
  walk.firstDelimiter = walk.source[node.from] === '|';
  return undefined;
}

function openList(walk: Walk, ordered: boolean): undefined {
  walk.lists.push({ id: walk.listCount++, count: 0, ordered });
  return undefined;
}

function openItem(walk: Walk): undefined {
  const list = walk.lists.at(-1);
  const item: Item = {
    list: list?.id ?? 0,
    depth: walk.lists.length,
    number: null,
    index: list ? list.count++ : 0,
    start: -1,
    end: -1,
    parent: walk.item,
  };
  walk.items.push(item);
  walk.item = item;
  return undefined;
}

function openBlock(walk: Walk, node: Node, kind: Block['kind'], level: number): undefined {
  edge(walk, node.from);
  const column = walk.delimiters - (walk.firstDelimiter ? 1 : 0);
  const start = walk.length;
  const cell = kind === 'cell';
  walk.blocks.push({
    kind,
    level,
    start,
    end: start,
    item: walk.item,
    table: cell ? walk.tables : 0,
    row: cell ? walk.row : 0,
    column: cell ? column : 0,
  });
  for (let item = walk.item; item && item.start < 0; item = item.parent) item.start = start;
  walk.pos = node.from;
  walk.inline++;
  return undefined;
}

function closeBlock(walk: Walk, node: { to: number }): void {
  flush(walk, node.to);
  walk.pos = node.to;
  walk.inline--;
  const block = walk.blocks.at(-1);
  if (block) block.end = walk.length;
}

type Leave = (walk: Walk, node: Node) => void;

const leave: Leave = (walk, node) => steps[node.type.id]?.leave?.(walk, node);

const closeList: Leave = (walk) => void walk.lists.pop();

const closeBold: Leave = (walk, node) => {
  flush(walk, node.to);
  const start = walk.boldStarts.pop() ?? -1;
  if (start >= 0) walk.bolds.push({ start, end: walk.length });
};

const LEAVE: Record<string, Leave> = {
  StrongEmphasis: closeBold,
  Emphasis: closeBold,
  Link: closeLink,
  OrderedList: closeList,
  BulletList: closeList,
  ListItem(walk) {
    if (!walk.item) return;
    walk.item.end = walk.length;
    if (walk.item.start < 0) walk.item.start = walk.length;
    walk.item = walk.item.parent;
  },
};

type Step = {
  leaf: [Block['kind'], number] | undefined;
  isSkipped: boolean;
  enter: Enter | undefined;
  leave: Leave | undefined;
};

/** What to do at a node, by the number of its type: names would be looked up three times for each. */
const steps = markdown.nodeSet.types.map(
  ({ name }): Step => ({
    leaf: LEAVES[name],
    isSkipped: SKIPPED.has(name),
    enter: ENTER[name],
    leave: LEAVES[name] ? closeBlock : LEAVE[name],
  }),
);

function enterLink(walk: Walk, node: Node): boolean | undefined {
  flush(walk, node.from);
  walk.pos = node.from;
  const close = node.node.getChildren('LinkMark')[1]?.from ?? node.to;
  const label = walk.source.slice(node.from + 1, close);
  const url = linkUrl(walk, node.node, label);
  if (url) addUrl(walk, url, /^[\d\s,^]*$/.test(label) ? '' : label, node.from);
  if (isCitation(label, url, walk.last)) {
    walk.pos = node.to;
    return false;
  }
  walk.linkStarts.push(url ? { start: walk.length, end: 0, url } : null);
  return undefined;
}

function linkUrl(walk: Walk, node: SyntaxNode, label: string): string {
  const url = node.getChild('URL');
  if (url) return walk.source.slice(url.from, url.to).replace(/^<|>$/g, '');
  const reference = node.getChild('LinkLabel');
  const key = reference ? walk.source.slice(reference.from + 1, reference.to - 1) : '';
  return walk.definitions.get((key || label).toLowerCase()) ?? '';
}

function closeLink(walk: Walk, node: Node): void {
  const open = walk.linkStarts.pop();
  walk.muted = Math.max(0, walk.muted - 1);
  walk.pos = node.to;
  if (open) walk.labels.push({ start: open.start, end: walk.length, url: open.url });
}

function addUrl(walk: Walk, url: string, title: string, at: number): void {
  walk.urls.push({ url, title, at });
}

/** Shows the text since the last child, without bare URLs and citation marks. */
function flush(walk: Walk, to: number): void {
  if (walk.inline === 0 || walk.muted > 0 || to <= walk.pos) return;
  const gap = walk.source.slice(walk.pos, to);
  if (!MAY_BE_UNSEEN.test(gap)) {
    show(walk, walk.source, walk.pos, to);
    walk.pos = to;
    return;
  }
  let at = walk.pos;
  for (const match of matchesOf(UNSEEN, gap)) {
    const start = walk.pos + match.index;
    const url = trimUrl(match[0]);
    show(walk, walk.source, at, start);
    at = start + url.length;
    if (/^[hw]/i.test(url)) addUrl(walk, url, '', start);
    if (/^www\.[^/?#]+$/i.test(url)) at = start;
    if (at === start) {
      show(walk, walk.source, start, start + url.length);
      at = start + url.length;
    }
  }
  show(walk, walk.source, at, to);
  walk.pos = to;
}

function showTag(walk: Walk, from: number, to: number): void {
  const tag = readTag(walk.source.slice(from, to));
  if (/^https?:/i.test(tag.href)) addUrl(walk, tag.href, '', from);
  if (breaksLine(tag.name)) showInstead(walk, '\n', from, to);
  if (!isBoldTag(tag.name)) return;
  if (!tag.closing) walk.boldStarts.push(walk.length);
  else if (walk.boldStarts.length > 0)
    walk.bolds.push({ start: walk.boldStarts.pop() ?? 0, end: walk.length });
}

function showHtml(walk: Walk, from: number, to: number): void {
  let at = from;
  while (at < to) {
    const open = walk.source.indexOf('<', at);
    const stop = open < 0 || open >= to ? to : open;
    showHtmlText(walk, at, stop);
    if (stop === to) return;
    const close = walk.source.indexOf('>', stop);
    if (close < 0 || close >= to) return;
    showTag(walk, stop, close + 1);
    at = close + 1;
  }
}

function showHtmlText(walk: Walk, from: number, to: number): void {
  let at = from;
  for (const match of walk.source.slice(from, to).matchAll(/&#?\w{1,31};/g)) {
    const start = from + match.index;
    show(walk, walk.source, at, start);
    showInstead(walk, decodeEntity(match[0]), start, start + match[0].length);
    at = start + match[0].length;
  }
  show(walk, walk.source, at, to);
}
