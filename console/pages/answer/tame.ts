// What agents write is not trusted: HTML stays text, pictures become links, depth and headings keep to the page.
import { below, type Node, rewrite, textOf } from './tree.ts';

/** Deeper nesting than any answer has would overflow the browser's stack. */
const DEEPEST = 24;
/** The page's own headings end at this level. */
const PAGE_LEVEL = 2;
const LOWEST_LEVEL = 6;
const BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/** A remark plugin: the tree holds nothing that loads, runs or misleads. */
export function tame() {
  return (tree: Node): void => {
    rewrite(tree, (node, depth) => (depth >= DEEPEST && node.children ? [flat(node)] : [node]));
    const addresses = addressesOf(tree);
    rewriteWithParent(tree, (node, parent) => harmless(node, parent, addresses));
    levelHeadings(tree);
  };
}

function addressesOf(tree: Node): Map<string, string> {
  const all = new Map<string, string>();
  for (const { type, identifier, url } of below(tree)) {
    // The first definition of a name counts, as in Markdown.
    if (type === 'definition' && identifier !== undefined && url !== undefined && !all.has(identifier))
      all.set(identifier, url);
  }
  return all;
}

const flat = (node: Node): Node => {
  const text: Node = { type: 'text', value: textOf(node), position: node.position };
  return isBlock(node) ? { type: 'paragraph', children: [text], position: node.position } : text;
};

const INLINE = new Set(['emphasis', 'strong', 'delete', 'link', 'linkReference']);
const isBlock = (node: Node) => !INLINE.has(node.type);

const LINKS = new Set(['link', 'linkReference', 'dead-link']);

function rewriteWithParent(node: Node, change: (child: Node, parent: Node) => Node): void {
  if (!node.children) return;
  node.children = node.children.map((child) => change(child, node));
  for (const child of node.children) rewriteWithParent(child, change);
}

function harmless(node: Node, parent: Node, addresses: ReadonlyMap<string, string>): Node {
  if (node.type === 'html') return asText(node, parent);
  if (node.type === 'image' || node.type === 'imageReference') {
    const url = node.url ?? addresses.get(node.identifier ?? '') ?? '';
    const name: Node = { type: 'text', value: node.alt || url, position: node.position };
    // A picture inside of a link: the link stays, the picture is its name.
    if (LINKS.has(parent.type)) return name;
    const link: Node = { type: 'link', url, children: [name], data: { hProperties: { dataImage: 'yes' } } };
    return followable(link, url);
  }
  return LINKS.has(node.type) ? followable(node, node.url ?? addresses.get(node.identifier ?? '')) : node;
}

const LONGEST_SHOWN = 200;

/** A link to a web page stays one; of any other the words stay, and where it would have led. */
function followable(node: Node, url: string | undefined): Node {
  if (url === undefined || webAddress(url) !== undefined) return node;
  const isSaid = textOf(node).includes(url.replace(/^mailto:/i, ''));
  const rest = url.length > LONGEST_SHOWN ? `${url.slice(0, LONGEST_SHOWN)}…` : url;
  const address: Node = { type: 'text', value: isSaid ? '' : ` (${rest})` };
  const children = [...(node.children ?? []), address];
  return { type: 'dead-link', children, data: { hName: 'span', hProperties: { dataDead: 'yes' } } };
}

/** Tags are shown as they are written; a line break is one. */
function asText(node: Node, parent: Node): Node {
  const isBreak = /^<br\s*\/?>$/i.test(node.value ?? '');
  const text: Node = isBreak ? { type: 'break' } : { ...node, type: 'text' };
  return BLOCKS.has(parent.type) ? { type: 'paragraph', children: [text] } : text;
}

/** Headings begin below the page's own, and skip no level. */
function levelHeadings(tree: Node): void {
  let before = PAGE_LEVEL;
  for (const node of below(tree)) {
    if (node.type !== 'heading') continue;
    before = Math.min((node.depth ?? 1) + PAGE_LEVEL, before + 1, LOWEST_LEVEL);
    node.depth = before;
  }
}

const LONGEST = 300_000;
const MOST_SIGNS = 8000;
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){40}/m;

/** False for texts whose Markdown would keep the browser busy for seconds: they are shown as they are. */
export function isReadable(source: string): boolean {
  if (source.length > LONGEST || CONTAINERS.test(source)) return false;
  return (source.match(/[*_~]+|\[/g)?.length ?? 0) < MOST_SIGNS;
}

/** The address of a link that may be followed; undefined for everything that is not a plain web page. */
export function webAddress(url: string | undefined): string | undefined {
  // Browsers drop blanks and line ends inside of a scheme; a real address has none.
  if (url === undefined || !/^https?:\/\/[^\s\\]+$/i.test(url)) return undefined;
  const parsed = URL.parse(url);
  return parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? parsed.href : undefined;
}
