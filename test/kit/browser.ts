// Debian's Chromium, for tests, pictures and measurements.
import { type Browser, chromium } from 'playwright-core';

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** Where the browser is: `CHROMIUM`, or where Debian's package puts it. */
export const chromiumPath = (): string => process.env.CHROMIUM ?? '/usr/bin/chromium';

/** A browser without a window, which talks to nobody by itself. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: ARGUMENTS });
}
