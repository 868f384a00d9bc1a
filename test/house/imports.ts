// The house: which folder may import which. Read by house.test.ts.
import fs from 'node:fs';
import path from 'node:path';

/** Folder -> folders of ours that it may import, beside itself. `main` is src/main.ts and src/version.ts. */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  'src/domain': [],
  contract: [],
  'src/storage': ['src/domain'],
  'src/operations': ['src/domain', 'contract', 'src/storage'],
  'src/background': ['src/domain', 'src/storage', 'src/operations'],
  'src/collector': ['src/domain', 'contract', 'src/storage', 'src/operations', 'src/background'],
  'src/sign-in': ['src/domain', 'contract', 'src/storage', 'src/operations'],
  'src/http': ['contract', 'src/operations', 'src/sign-in'],
  client: ['contract'],
  console: ['contract', 'client'],
  'src/cli': ['client', 'src/main', 'src/config', 'src/domain', 'contract'],
  'src/config': [],
  'src/secret': ['src/config'],
  'src/main': [
    'src/config',
    'contract',
    'src/domain',
    'src/storage',
    'src/operations',
    'src/background',
    'src/collector',
    'src/sign-in',
    'src/secret',
    'src/http',
  ],
};

const PARTS = Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length);
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;

/** The part of the house that a file belongs to. */
export function partOf(file: string): string | undefined {
  const name = file.replace(/^src\/version\.ts$/, 'src/main.ts');
  return PARTS.find((part) => name.startsWith(`${part}/`) || name === `${part}.ts`);
}

/** Repository paths that a source text imports; packages are left out, our own client is named by its folder. */
export function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, target = '']) => {
    if (target.startsWith('.')) return [path.posix.join(path.posix.dirname(file), target)];
    return target === '@brandscope/client' ? ['client/main.ts'] : [];
  });
}

/** Imports that the table does not allow, as readable lines. */
export function violations(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) => {
    const own = partOf(file);
    if (!own) return [`${file} belongs to no part of the house`];
    return importsOf(file, text)
      .filter((target) => /\.tsx?$/.test(target))
      .flatMap((target) => {
        const part = partOf(target);
        const isAllowed = part !== undefined && (part === own || MAY_IMPORT[own]?.includes(part));
        return isAllowed ? [] : [`${file} (${own}) imports ${target} (${part ?? 'no part'})`];
      });
  });
}

/** A path of imports that leads back to where it started; null when there is none. */
export function cycle(sources: ReadonlyMap<string, string>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): string[] | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const target of importsOf(file, sources.get(file) ?? '')) {
      const found = sources.has(target) ? visit(target, [...trail, file]) : null;
      if (found) return found;
    }
    done.add(file);
    return null;
  };
  for (const file of sources.keys()) {
    const found = visit(file, []);
    if (found) return found;
  }
  return null;
}

/** All TypeScript sources of the house by their path in the repository. */
export function houseSources(root: string): Map<string, string> {
  const folders = ['contract', 'src', 'client', 'console'];
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (name) =>
          /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !/(^|\/)(dist|node_modules)\//.test(name),
      )
      .map((name) => path.posix.join(folder, name)),
  );
  return new Map(files.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]));
}
