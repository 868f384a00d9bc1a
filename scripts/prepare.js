// Runs after `npm ci`: builds the console, so that the service has one to serve. Plain JavaScript, because the
// Node that installs may be older than the one that runs. Without development packages there is nothing to do.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const vite = 'node_modules/vite/bin/vite.js';
if (existsSync(vite) && existsSync('console/vite.config.ts')) {
  const { status } = spawnSync('node', [vite, 'build', 'console', '--logLevel', 'warn'], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
