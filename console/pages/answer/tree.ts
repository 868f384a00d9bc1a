// The Markdown tree (mdast) as far as this page looks at it.

export type Place = { start: { offset?: number | undefined }; end: { offset?: number | undefined } };
export type Node = {
  type: string;
  value?: string;
  children?: Node[];
  position?: Place | undefined;
  data?: { hName?: string; hProperties?: Record<string, unknown> };
  url?: string;
  alt?: string | null;
  identifier?: string;
  depth?: number;
};

/** Replaces each node's children by what `change` makes of them, outermost first. */
export function rewrite(node: Node, change: (child: Node, depth: number) => Node[], depth = 0): void {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => change(child, depth));
  for (const child of node.children) rewrite(child, change, depth + 1);
}

/** All nodes below, in the order of the text. */
export function* below(node: Node): Generator<Node> {
  for (const child of node.children ?? []) {
    yield child;
    yield* below(child);
  }
}

/** The text of a node and all below it, however deep. */
export function textOf(node: Node): string {
  const texts: string[] = [];
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.value !== undefined) texts.push(next.value);
    else waiting.push(...(next.children ?? []).toReversed());
  }
  return texts.join('');
}
