// Debian's Chromium, for tests, pictures and measurements.
import fs from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** What people have; and the same engine without windows, menus and side panels, a fifth less work for a suite. */
const WHOLE = '/usr/bin/chromium';
const SHELL = '/usr/bin/chromium-headless-shell';

/** Where the browser is: `CHROMIUM`, or where one of Debian's packages puts it; the lighter one where there are both. */
export const chromiumPath = (): string => process.env.CHROMIUM ?? (fs.existsSync(SHELL) ? SHELL : WHOLE);

/** A browser without a window, which talks to nobody by itself; `whole` for measurements. */
export function launchChromium({ whole = false } = {}): Promise<Browser> {
  const executablePath = whole ? (process.env.CHROMIUM ?? WHOLE) : chromiumPath();
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
