// What stands within a block: links, emphasis, escapes, tags.
import { showInstead } from './canvas.ts';
import { isCitation } from './hidden.ts';
import { decodeEntity } from './html.ts';
import { addUrl, flush, showTag } from './shown.ts';
import type { Enter, Leave, Node, Step, SyntaxNode, Walk } from './walk.ts';

/** Shows something else in a node's place, and goes on after it. */
const inPlace =
  (showNode: (walk: Walk, node: Node) => void): Enter =>
  (walk, node) => {
    flush(walk, node.from);
    showNode(walk, node);
    walk.pos = node.to;
    return false;
  };

const enterLink: Enter = (walk, node) => {
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
};

function linkUrl(walk: Walk, node: SyntaxNode, label: string): string {
  const url = node.getChild('URL');
  if (url) return walk.source.slice(url.from, url.to).replace(/^<|>$/g, '');
  const reference = node.getChild('LinkLabel');
  const key = reference ? walk.source.slice(reference.from + 1, reference.to - 1) : '';
  return walk.definitions.get((key || label).toLowerCase()) ?? '';
}

const closeLink: Leave = (walk, node) => {
  const open = walk.linkStarts.pop();
  walk.muted = Math.max(0, walk.muted - 1);
  walk.pos = node.to;
  if (open) walk.labels.push({ start: open.start, end: walk.length, url: open.url });
};

/** Remembers where bold text begins; -1 keeps the place of emphasis that is none. */
const openBold =
  (startOf: (walk: Walk) => number): Enter =>
  (walk, node) => {
    flush(walk, node.from);
    walk.pos = node.from;
    walk.boldStarts.push(startOf(walk));
    return undefined;
  };

const closeBold: Leave = (walk, node) => {
  flush(walk, node.to);
  const start = walk.boldStarts.pop() ?? -1;
  if (start >= 0) walk.bolds.push({ start, end: walk.length });
};

/** What to do at the nodes within a block, by their names. */
export const INLINE: Record<string, Step> = {
  Escape: {
    enter: inPlace((walk, { from, to }) => {
      if (walk.muted === 0) showInstead(walk, walk.source.slice(from + 1, to), from, to);
    }),
  },
  Entity: {
    enter: inPlace((walk, { from, to }) => {
      if (walk.muted === 0) showInstead(walk, decodeEntity(walk.source.slice(from, to)), from, to);
    }),
  },
  HTMLTag: { enter: inPlace((walk, { from, to }) => showTag(walk, from, to)) },
  Autolink: {
    enter: inPlace((walk, { from, to }) => addUrl(walk, walk.source.slice(from + 1, to - 1), '', from)),
  },
  Link: { enter: enterLink, leave: closeLink },
  // What follows the label of a link is its address.
  LinkMark: {
    enter: inPlace((walk, { from }) => {
      if (walk.linkStarts.length > 0 && walk.source[from] === ']') walk.muted++;
    }),
  },
  StrongEmphasis: { enter: openBold((walk) => walk.length), leave: closeBold },
  // At the head of a line it stands for bold: `- *Acme* – fast`.
  Emphasis: {
    enter: openBold((walk) => (walk.length === walk.blocks.at(-1)?.start ? walk.length : -1)),
    leave: closeBold,
  },
};
