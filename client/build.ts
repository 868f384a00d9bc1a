// Makes dist/ a package of its own: the compiled client and contract, with a manifest that points at them.
// In this repository the client runs from source, so the manifest beside this file stays as it is.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';

const here = (path: string) => new URL(path, import.meta.url);
const {
  private: _private,
  scripts: _scripts,
  ...manifest
} = JSON.parse(readFileSync(here('./package.json'), 'utf8'));
const published = {
  ...manifest,
  exports: { '.': { types: './client/main.d.ts', default: './client/main.js' } },
  sideEffects: false,
};
writeFileSync(here('./dist/package.json'), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(here('./README.md'), here('./dist/README.md'));
