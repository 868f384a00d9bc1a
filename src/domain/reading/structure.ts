// What a reader sees of an answer: its text (canvas.ts) and how that is structured, in offsets of that text.
import type { Canvas } from './canvas.ts';

export type Item = {
  list: number;
  depth: number;
  number: number | null;
  index: number;
  start: number;
  end: number;
  parent: Item | null;
};
export type Block = {
  kind: 'heading' | 'paragraph' | 'cell' | 'code';
  level: number;
  start: number;
  end: number;
  item: Item | null;
  table: number;
  row: number;
  column: number;
};
export type Range = { start: number; end: number };
export type Label = Range & { url: string };
export type FoundUrl = { url: string; title: string; at: number };
export type Visible = Canvas & {
  /** What stands from here on has names only, no structure; see tame.ts. */
  close: number;
  /** Where a name may begin. */
  starts: number[];
  blocks: Block[];
  items: Item[];
  bolds: Range[];
  labels: Label[];
  urls: FoundUrl[];
};

/** A text of several sentences is an answer, with facts among its judgements: from so many characters on. */
export const SEVERAL = 400;
