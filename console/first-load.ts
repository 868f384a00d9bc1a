// What a browser must fetch before it can show anything: measured at every build, refused when too much.
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Files = Rolldown.OutputBundle;

/** Files that the entry needs at once: itself, its static imports, and the styles of all of them. */
function firstFiles(files: Files): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = files[name];
    if (found.has(name) || chunk?.type !== 'chunk') return;
    found.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const next of chunk.imports) visit(next);
  };
  for (const [name, file] of Object.entries(files)) if (file.type === 'chunk' && file.isEntry) visit(name);
  return found;
}

function gzipped(file: Files[string] | undefined): number {
  if (file === undefined) return 0;
  return gzipSync(file.type === 'chunk' ? file.code : file.source).length;
}

/** Prints the gzipped size of the first load, and fails the build above the limit (in kB of 1,000 bytes). */
export function firstLoad({ mostKilobytes }: { mostKilobytes: number }): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    writeBundle(_options, files) {
      const names = [...firstFiles(files)];
      const kilobytes = names.reduce((sum, name) => sum + gzipped(files[name]), 0) / 1000;
      const text = `first load: ${kilobytes.toFixed(1)} kB gzipped of at most ${mostKilobytes} (${names.length} files)`;
      if (kilobytes > mostKilobytes) this.error(text);
      this.info(text);
    },
  };
}
