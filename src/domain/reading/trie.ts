// All patterns of many names in one tree, letter by letter.

export type Pattern = {
  /** 0 the brand, 1.. its competitors, -1 a phrase that means none of them. */
  owner: number;
  kind: 'name' | 'domain' | 'exclude';
  source: string;
  /** Letters and digits only. */
  key: string;
  /** What stands between two letters of the key, by the count of letters before it. */
  gaps: ReadonlyMap<number, string>;
  /** Where a writer might put a space: before an inner capital or digit. */
  humps: ReadonlySet<number>;
  head: string;
  tail: string;
  /** How many words, and whether all of them are in the dictionary. */
  words: number;
  ambiguous: boolean;
  /** A place has this name too. */
  place: boolean;
  /** Slavic names whose last vowel changes by case; Latin ones only in Polish. */
  stem: boolean;
  /** The only language that has this form of the name. */
  only: string | null;
  hasDomain: boolean;
};

/** Most nodes have one follower, which stands in the node itself; `next` has the others. */
export type TrieNode = {
  code: number;
  follower: TrieNode | null;
  next: Map<number, TrieNode> | null;
  patterns: readonly Pattern[];
  /** Makes the patterns that begin with the letters up to here, when a text has these letters. */
  waiting: Waiting[] | null;
  depth: number;
};
type Waiting = () => readonly Pattern[];

const NONE: readonly Pattern[] = [];

export const newNode = (depth = 0): TrieNode => ({
  code: -1,
  follower: null,
  next: null,
  patterns: NONE,
  waiting: null,
  depth,
});

/** The node after a letter. */
export function follow(node: TrieNode, code: number): TrieNode | undefined {
  const next = step(node, code);
  if (next?.waiting) {
    const made = next.waiting.flatMap((make) => make());
    next.waiting = null;
    for (const pattern of made) insert(next, pattern);
  }
  return next;
}

const step = (node: TrieNode, code: number): TrieNode | undefined =>
  node.code === code ? (node.follower ?? undefined) : node.next?.get(code);

/** Puts a pattern below the root, or below a node that its first letters lead to. */
export function insert(from: TrieNode, pattern: Pattern): void {
  const node = grow(from, pattern.key);
  node.patterns = [...node.patterns, pattern];
}

/** Patterns that are made when a text leads to these letters. */
export function wait(root: TrieNode, letters: string, make: Waiting): void {
  const node = grow(root, letters);
  node.waiting ??= [];
  node.waiting.push(make);
}

/** The node that the letters lead to. */
function grow(from: TrieNode, letters: string): TrieNode {
  let node = from;
  while (node.depth < letters.length) {
    const code = letters.charCodeAt(node.depth);
    node = step(node, code) ?? addFollower(node, code);
  }
  return node;
}

function addFollower(node: TrieNode, code: number): TrieNode {
  const made = newNode(node.depth + 1);
  if (node.follower === null) {
    node.code = code;
    node.follower = made;
  } else {
    node.next ??= new Map();
    node.next.set(code, made);
  }
  return made;
}
