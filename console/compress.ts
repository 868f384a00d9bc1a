// Compressed copies beside the files, so that the service sends them as they are.
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller files gain less than a header costs. */
const LEAST_BYTES = 1024;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes `.br` and `.gz` beside every script, style and drawing of the build. */
export function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle({ dir = '' }, files) {
      for (const name of Object.keys(files)) {
        if (!/\.(?:js|css|svg)$/.test(name)) continue;
        const at = path.join(dir, name);
        const content = fs.readFileSync(at);
        if (content.length < LEAST_BYTES) continue;
        fs.writeFileSync(`${at}.br`, brotliCompressSync(content, brotli));
        fs.writeFileSync(`${at}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
