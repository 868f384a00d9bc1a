// Keeps zod out of the browser: there the contract's tables are only data, without their schemas.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import * as consoleTable from '../contract/console.ts';
import * as signIn from '../contract/sign-in.ts';
import * as table from '../contract/table.ts';
import * as v1 from '../contract/v1.ts';

const modules: Record<string, object> = {
  'table.ts': table,
  'console.ts': consoleTable,
  'sign-in.ts': signIn,
  'v1.ts': v1,
};
const files = new Map(
  Object.entries(modules).map(([name, exports]) => [
    fileURLToPath(new URL(`../contract/${name}`, import.meta.url)),
    exports,
  ]),
);

const SCHEMAS = new Set(['input', 'output', 'errors', 'example', 'description', 'summary']);

/** An export as JSON; undefined for schemas and functions, which the browser never asks for. */
function asData(value: unknown): string | undefined {
  const isSchema = typeof value === 'object' && value !== null && '_zod' in value;
  if (isSchema || typeof value === 'function') return undefined;
  return JSON.stringify(value, (key, part) => (SCHEMAS.has(key) ? undefined : part));
}

/** Serves the modules of the contract with method, path, roles and messages alone. */
export function contractAsData(): Plugin {
  return {
    name: 'contract-as-data',
    enforce: 'pre',
    load(id) {
      const exports = files.get(id.split('?', 1)[0] ?? '');
      if (exports === undefined) return undefined;
      return Object.entries(exports)
        .map(([name, value]) => [name, asData(value)])
        .filter(([, json]) => json !== undefined)
        .map(([name, json]) => `export const ${name} = ${json};`)
        .join('\n');
    },
  };
}
