// What is generated from the contract: path and content of each file, for gen.ts to write or compare.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openapi } from '../src/http/openapi.ts';
import { reference } from './gen-reference.ts';

const BIOME = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url));

export async function generate(): Promise<Map<string, string>> {
  const manifest: { version: string } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return new Map([
    ['docs/openapi.json', formatted('docs/openapi.json', JSON.stringify(openapi(manifest.version)))],
    ['docs/reference.md', reference()],
  ]);
}

/** As the formatter wants it, so that the check of generated files and that of the format agree. */
function formatted(path: string, content: string): string {
  return execFileSync(BIOME, ['format', `--stdin-file-path=${path}`], { input: content, encoding: 'utf8' });
}
