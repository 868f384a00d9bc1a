// Definitions of reference links: `[1]: https://acme.com`.
import type { Node, Walk } from './walk.ts';

type Iterable = { iterate(spec: { enter(node: unknown): boolean | undefined }): void };

/** Gathers the targets of reference links, which may stand after their use. */
export function collectDefinitions(walk: Walk, tree: Iterable): void {
  tree.iterate({
    enter(raw) {
      const node = raw as Node;
      if (node.name === 'LinkReference') {
        const label = node.node.getChild('LinkLabel');
        const url = node.node.getChild('URL');
        if (label && url) {
          const key = walk.source.slice(label.from + 1, label.to - 1).toLowerCase();
          const target = walk.source.slice(url.from, url.to);
          if (!walk.definitions.has(key)) walk.definitions.set(key, target);
          walk.urls.push({ url: target, title: '', at: url.from });
        }
        return false;
      }
      return (
        node.name === 'Document' ||
        node.name === 'Blockquote' ||
        node.name.endsWith('List') ||
        node.name === 'ListItem'
      );
    },
  });
}
