// The console as a person feels it: the demo's service in a process of its own, a real Chromium, real clicks.

import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { recorded } from '../test/kit/answers.ts';
import { launchChromium } from '../test/kit/browser.ts';
import { type Demo, signIn, startDemo } from '../test/kit/demo.ts';
import type { Ground } from './bed.ts';
import { median } from './clock.ts';
import { ms, type Row } from './rows.ts';

const PORT = 8897;
const WINDOW = { width: 1440, height: 900 };
/** A phone of the middle class, as the browser vendors' own audits slow a desktop down. */
const PHONE = 4;
const PAGES = ['Overview', 'Prompts', 'Answers', 'Competitors', 'Sources', 'Collection'];
const MANY = 5000;
/** A good answer to a click, by web.dev's Interaction to Next Paint. */
const MOST_INTERACTION = 200;
const MOST_SWITCH = 100;
const MOST_SORT = 100;

/** First paint, page switches, a sorted table of 5,000 prompts, and the slowest of what is clicked, in milliseconds. */
export async function consolePages({ quick }: Ground): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'brandscope-bench-console-'));
  const [demo, browser] = await Promise.all([
    startDemo({ folder, port: PORT }),
    launchChromium({ whole: true }),
  ]);
  try {
    const rounds = quick ? 3 : 10;
    return [
      ...(await firstPaints(browser, demo, rounds)),
      ...(await switches(browser, demo, rounds)),
      await interactions(browser, demo),
      await sorting(browser, demo, rounds),
    ];
  } finally {
    await browser.close();
    await demo.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

type Signed = { context: BrowserContext; page: Page; devtools: CDPSession };

async function signedIn(browser: Browser, demo: Demo): Promise<Signed> {
  const context = await browser.newContext({ viewport: WINDOW });
  await context.addInitScript({ path: path.join(import.meta.dirname, 'in-page.js') });
  const page = await context.newPage();
  await signIn(page, demo);
  return { context, page, devtools: await context.newCDPSession(page) };
}

type Paint = { first: number; numbers: number };

/** Cold: nothing of ours is in the browser's cache but the sign-in. Against a bare page with the same four numbers. */
async function firstPaints(browser: Browser, demo: Demo, rounds: number): Promise<Row[]> {
  const { context, page, devtools } = await signedIn(browser, demo);
  const bare = await listenBare();
  const times = { bare: [] as Paint[], ours: [] as Paint[], phone: [] as Paint[] };
  const opened = async (url: string, rate: number): Promise<Paint> => {
    await devtools.send('Network.clearBrowserCache');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    await page.goto('about:blank');
    await page.goto(url);
    return page.evaluate<Paint>('timing.paints()');
  };
  for (let round = 0; round < rounds; round++) {
    times.bare.push(await opened(bare.url, 1));
    times.ours.push(await opened(`${demo.url}/brands/1`, 1));
    times.phone.push(await opened(`${demo.url}/brands/1`, PHONE));
  }
  bare.server.close();
  await context.close();
  const of = (which: keyof typeof times, what: keyof Paint) =>
    median(times[which].map((paint) => paint[what]));
  const row = (what: string, which: 'ours' | 'phone', kind: keyof Paint): Row => ({
    what: `Console: overview of a brand, nothing cached: ${what}`,
    ours: ms(of(which, kind)),
    baseline: ms(of('bare', 'first')),
    value: of(which, kind) / of('bare', 'first'),
  });
  return [
    row('first paint, to a bare page', 'ours', 'first'),
    row('the four numbers painted, to a bare page', 'ours', 'numbers'),
    row(`the four numbers painted, on a processor ${PHONE} times slower`, 'phone', 'numbers'),
  ];
}

async function listenBare(): Promise<{ url: string; server: http.Server }> {
  const page =
    '<!doctype html><title>Bare</title><h1>Numbers</h1><main><p>62%</p><p>71</p><p>2.10</p><p>31%</p></main>';
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** From page to page by the navigation, each visited before: what was loaded is shown at once. */
async function switches(browser: Browser, demo: Demo, rounds: number): Promise<Row[]> {
  const { context, page } = await signedIn(browser, demo);
  await page.goto(`${demo.url}/brands/1`);
  await page.getByRole('link', { name: 'Prompts' }).first().waitFor();
  const times: { name: string; took: number }[] = [];
  for (let round = 0; round <= rounds; round++)
    for (const name of PAGES) {
      const took = await page.evaluate<number>(`timing.switchTo(${JSON.stringify(name)})`);
      await page.waitForLoadState('networkidle');
      if (round > 0) times.push({ name, took });
    }
  await context.close();
  return PAGES.map((page) => {
    const took = median(times.filter(({ name }) => name === page).map((one) => one.took));
    const what = `Console: switch to ${page}, seen before, ms`;
    return { what, ours: ms(took), value: took, target: { most: MOST_SWITCH } };
  });
}

/** Real clicks and keys on the overview, as the browser itself times them: event to next paint. */
async function interactions(browser: Browser, demo: Demo): Promise<Row> {
  const { context, page } = await signedIn(browser, demo);
  await page.goto(`${demo.url}/brands/1`);
  await page.waitForLoadState('networkidle');
  await page.evaluate('timing.watch()');
  for (let round = 0; round < 3; round++) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('prom');
    await closed(page);
    await page
      .getByRole('button', { name: /What Visibility/ })
      .first()
      .click();
    await closed(page);
    await page.getByRole('button', { name: /^Date range/ }).click();
    await closed(page);
  }
  await page.waitForTimeout(500);
  const slow = await page.evaluate<number[]>('timing.slow');
  await context.close();
  const most = Math.max(16, ...slow);
  return {
    what: 'Console: slowest of the clicks and keys on the overview (palette, receipt, dates), three times each, ms',
    ours: ms(most),
    value: most,
    target: { most: MOST_INTERACTION },
  };
}

async function closed(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The table of a brand with 5,000 prompts and an answer each: from the click on a head to the sorted rows painted. */
async function sorting(browser: Browser, demo: Demo, rounds: number): Promise<Row> {
  const brandId = await manyPrompts(demo);
  const { context, page } = await signedIn(browser, demo);
  await page.goto(`${demo.url}/brands/${brandId}/prompts?range=all`);
  await page.getByText(`${MANY.toLocaleString('en')} rows`).waitFor();
  await page.waitForLoadState('networkidle');
  const times: number[] = [];
  for (let round = 0; round < rounds * 2; round++) times.push(await page.evaluate<number>('timing.sort()'));
  await context.close();
  const took = median(times);
  return {
    what: `Console: sort ${MANY.toLocaleString('en')} prompts, ms`,
    ours: ms(took),
    value: took,
    target: { most: MOST_SORT },
  };
}

async function manyPrompts({ url, key }: Demo): Promise<number> {
  const post = async (at: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/api/v1${at}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${at} answered ${response.status}: ${await response.text()}`);
    return response.json() as Promise<{ brand: { id: number }; refused: object[] }>;
  };
  const { brand } = await post('/brand', { name: 'Zorvexa' });
  for (let part = 0; part < MANY; part += 1000) {
    const answers = Array.from({ length: 1000 }, (_, at) =>
      recorded('Zorvexa', {
        prompt: `which tool number ${((part + at) * 7919) % MANY} is best?`,
        ...(at % 3 === 0 && { position: 1 + (at % 4) }),
      }),
    );
    const { refused } = await post('/answers/import', { brand_id: brand.id, answers });
    if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused[0])}`);
  }
  return brand.id;
}
