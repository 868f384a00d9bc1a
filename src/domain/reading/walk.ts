// The state of one walk over the syntax tree.
import { newCanvas } from './canvas.ts';
import type { Item, Label, Visible } from './structure.ts';

export type Node = { name: string; type: { id: number }; from: number; to: number; node: SyntaxNode };
export type SyntaxNode = {
  name: string;
  from: number;
  to: number;
  getChild(type: string): SyntaxNode | null;
  getChildren(type: string): SyntaxNode[];
};

export type Walk = Visible & {
  source: string;
  pos: number;
  inline: number;
  muted: number;
  item: Item | null;
  lists: { id: number; count: number; ordered: boolean }[];
  listCount: number;
  tables: number;
  row: number;
  delimiters: number;
  firstDelimiter: boolean;
  boldStarts: number[];
  linkStarts: (Label | null)[];
  definitions: Map<string, string>;
};

/** What is done where a node begins; with false what stands in it is passed over. */
export type Enter = (walk: Walk, node: Node) => boolean | undefined;
export type Leave = (walk: Walk, node: Node) => void;
export type Step = { enter: Enter; leave?: Leave };

/** The state before the first node. */
export function newWalk(source: string): Walk {
  const { text, folded, length, last, pieces, runs } = newCanvas();
  return {
    text,
    folded,
    length,
    last,
    pieces,
    runs,
    source,
    close: 0,
    starts: [],
    blocks: [],
    items: [],
    bolds: [],
    labels: [],
    urls: [],
    pos: 0,
    inline: 0,
    muted: 0,
    item: null,
    lists: [],
    listCount: 0,
    tables: 0,
    row: 0,
    delimiters: 0,
    firstDelimiter: false,
    boldStarts: [],
    linkStarts: [],
    definitions: new Map(),
  };
}
