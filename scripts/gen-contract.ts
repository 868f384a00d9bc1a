// What is generated from the contract: path and content of each file, for gen.ts to write or compare.
import { readFile } from 'node:fs/promises';
import { openapi } from '../src/http/openapi.ts';
import { reference } from './gen-reference.ts';

export async function generate(): Promise<Map<string, string>> {
  const manifest: { version: string } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return new Map([
    ['docs/openapi.json', `${JSON.stringify(openapi(manifest.version), null, 2)}\n`],
    ['docs/reference.md', reference()],
  ]);
}
