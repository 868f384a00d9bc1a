// `npm run screens`: pictures of every page of the console with the demo account, wide and narrow, light and dark,
// into screens/, which git ignores. Arguments: names of pages to take alone.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';

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
  'receipt-of-visibility': '/brands/1?receipt=visibility',
  'nothing-there': '/brands/1/answers?agents=nobody',
};
const LOOKS = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
] as const;
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

type Demo = { url: string; email: string; password: string; stop: () => void };

/** Starts the demo and waits until all its answers are there. */
async function startDemo(): Promise<Demo> {
  const child = spawn(process.execPath, ['src/cli/main.ts', 'demo', '--live', '--json'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: DATA, PORT: String(PORT) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.on('exit', () => child.kill());
  const { promise: shown, resolve } = Promise.withResolvers<Omit<Demo, 'stop'>>();
  createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
  const demo = await shown;
  await untilFilled(demo.url);
  return { ...demo, stop: () => child.kill() };
}

/** The demo fills newest first: when its state says so, all is there. */
async function untilFilled(url: string): Promise<void> {
  const state = path.join(DATA, 'demo.json');
  console.log(`${url} is filling`);
  while (!JSON.parse(fs.readFileSync(state, 'utf8')).filledUntil)
    await new Promise((done) => setTimeout(done, 500));
}

async function signIn(page: Page, { url, email, password }: Demo): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor();
}

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
const demo = await startDemo();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ARGUMENTS,
});
try {
  await take(browser, demo, names);
} finally {
  await browser.close();
  demo.stop();
}
