// From Markdown to what a reader sees: text, its structure, and the URLs met on the way.
import { BLOCKS } from './blocks.ts';
import { edge, finish } from './canvas.ts';
import { collectDefinitions } from './definitions.ts';
import { INLINE } from './inline.ts';
import { markdown } from './markdown.ts';
import { nameStarts } from './script.ts';
import { flush } from './shown.ts';
import type { Visible } from './structure.ts';
import { AT_ALL, CLOSELY, firstPart, tame } from './tame.ts';
import { type Node, newWalk, type Step, type Walk } from './walk.ts';

/** Reads an answer's Markdown once into visible text and structure. */
export function readVisible(answer: string): Visible {
  const source = firstPart(answer, CLOSELY);
  const walk = newWalk(source);
  const tree = markdown.parse(tame(source));
  if (source.includes(']:')) collectDefinitions(walk, tree);
  tree.iterate({
    enter: (node) => steps[node.type.id]?.enter(walk, node as Node),
    leave: (node) => steps[node.type.id]?.leave?.(walk, node as Node),
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

const skip: Step = {
  enter(walk, { from, to }) {
    flush(walk, from);
    walk.pos = to;
    return false;
  },
};

/** What to do at a node, by the number of its type: names would be looked up twice for each. */
const steps = markdown.nodeSet.types.map(
  ({ name }): Step | undefined => BLOCKS[name] ?? INLINE[name] ?? (SKIPPED.has(name) ? skip : undefined),
);
