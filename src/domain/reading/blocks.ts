// The blocks of an answer: paragraphs, headings, code, lists and their items, tables and their cells.
import { edge, show } from './canvas.ts';
import { addUrl, flush, showHtml } from './shown.ts';
import type { Block, Item } from './structure.ts';
import type { Node, Step, Walk } from './walk.ts';

function openRow(walk: Walk, node: Node): undefined {
  walk.row++;
  walk.delimiters = 0;
  walk.firstDelimiter = walk.source[node.from] === '|';
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

/** Ends the block that is open. */
function closeBlock(walk: Walk, node: { to: number }): void {
  flush(walk, node.to);
  walk.pos = node.to;
  walk.inline--;
  const block = walk.blocks.at(-1);
  if (block) block.end = walk.length;
}

function closeItem(walk: Walk): void {
  if (!walk.item) return;
  walk.item.end = walk.length;
  if (walk.item.start < 0) walk.item.start = walk.length;
  walk.item = walk.item.parent;
}

/** A block that shows text. */
const leaf = (kind: Block['kind'], level = 0): Step => ({
  enter: (walk, node) => openBlock(walk, node, kind, level),
  leave: closeBlock,
});

/** A block whose nodes within are not asked. */
const sealed = (kind: Block['kind'], showNode: (walk: Walk, node: Node) => void): Step => ({
  enter(walk, node) {
    openBlock(walk, node, kind, 0);
    showNode(walk, node);
    walk.pos = node.to;
    closeBlock(walk, node);
    return false;
  },
});

const list = (ordered: boolean): Step => ({
  enter(walk) {
    walk.lists.push({ id: walk.listCount++, count: 0, ordered });
    return undefined;
  },
  leave: (walk) => void walk.lists.pop(),
});

/** Lines of nothing but URLs are sources, not code. */
function showCode(walk: Walk, { from, to }: Node): void {
  const code = walk.source.slice(from, to);
  if (/^\s*(?:https?:\/\/\S+\s*)+$/.test(code))
    for (const url of code.trim().split(/\s+/)) addUrl(walk, url, '', from);
  else show(walk, walk.source, from, to);
}

/** What to do at the nodes that are blocks, by their names. */
export const BLOCKS: Record<string, Step> = {
  Paragraph: leaf('paragraph'),
  Task: leaf('paragraph'),
  ATXHeading1: leaf('heading', 1),
  ATXHeading2: leaf('heading', 2),
  ATXHeading3: leaf('heading', 3),
  ATXHeading4: leaf('heading', 4),
  ATXHeading5: leaf('heading', 5),
  ATXHeading6: leaf('heading', 6),
  SetextHeading1: leaf('heading', 1),
  SetextHeading2: leaf('heading', 2),
  CodeText: sealed('code', showCode),
  HTMLBlock: sealed('paragraph', (walk, { from, to }) => showHtml(walk, from, to)),
  OrderedList: list(true),
  BulletList: list(false),
  ListItem: { enter: openItem, leave: closeItem },
  ListMark: {
    enter(walk, { from, to }) {
      const digits = /^\d+/.exec(walk.source.slice(from, to));
      if (walk.item && digits) walk.item.number = Number(digits[0]);
      walk.pos = to;
      return false;
    },
  },
  Table: {
    enter(walk) {
      walk.tables++;
      walk.row = -1;
      return undefined;
    },
  },
  TableHeader: { enter: openRow },
  TableRow: { enter: openRow },
  TableCell: leaf('cell'),
  TableDelimiter: {
    enter(walk, { to }) {
      walk.delimiters++;
      walk.pos = to;
      return false;
    },
  },
};
