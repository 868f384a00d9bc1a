// `npm run screens`: pictures of every page of the console with the demo account, wide and narrow, light and dark,
// into screens/, which git ignores. Arguments: names of pages to take alone.
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../test/kit/browser.ts';
import { type Demo, signIn, startDemo } from '../test/kit/demo.ts';

const ROOT = path.join(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'screens');
const DATA = path.join(ROOT, '.cache/screens-demo');
const PORT = 8899;

const PAGES: Record<string, string> = {
  'sign-in': '/sign-in',
  portfolio: '/',
  overview: '/brands/1',
  prompts: '/brands/1/prompts',
  prompt: '/brands/1/prompts/1',
  answers: '/brands/1/answers',
  answer: '/brands/1/answers/1',
  competitors: '/brands/1/competitors',
  sources: '/brands/1/sources',
  collection: '/brands/1/collection',
  import: '/brands/1/import',
  settings: '/brands/1/settings',
  keys: '/keys',
  account: '/account',
  'receipt-of-visibility': '/brands/1?receipt=metric%3Dvisibility%26brand%3D1',
  'nothing-there': '/brands/1/answers?agents=nobody',
};
const LOOKS = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
] as const;
async function take(browser: Browser, demo: Demo, names: readonly string[]): Promise<void> {
  for (const { width, height, scheme } of LOOKS) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
    const page = await context.newPage();
    if (names.includes('sign-in')) await picture(page, demo, { name: 'sign-in', look: `${width}-${scheme}` });
    await signIn(page, demo);
    for (const name of names)
      if (name !== 'sign-in') await picture(page, demo, { name, look: `${width}-${scheme}` });
    await context.close();
  }
}

async function picture(
  page: Page,
  { url }: Demo,
  { name, look }: { name: string; look: string },
): Promise<void> {
  await page.goto(url + PAGES[name], { waitUntil: 'networkidle' }).catch(() => undefined);
  await page.waitForTimeout(600);
  const file = path.join(FOLDER, `${name}-${look}.png`);
  await page.screenshot({ path: file });
  console.log(file);
}

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(PAGES);
const unknown = names.filter((name) => !(name in PAGES));
if (unknown.length > 0)
  throw new Error(`no page ${unknown.join(', ')}; there are ${Object.keys(PAGES).join(', ')}`);
fs.mkdirSync(FOLDER, { recursive: true });
console.log('filling the demo');
const demo = await startDemo({ folder: DATA, port: PORT, live: true });
const browser = await launchChromium();
try {
  await take(browser, demo, names);
} finally {
  await browser.close();
  await demo.stop();
}
