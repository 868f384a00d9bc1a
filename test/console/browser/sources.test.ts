// Sources: the domains that agents cite, whose they are, their pages, and the answers that cite each.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { decimal } from '../../../console/format.ts';
import type { Fact } from '../../kit/answers.ts';
import { type Json, openConsole, type Visitor } from './kit.ts';

const site = await openConsole();
const [OWN, RIVAL, FOUND] = ['Zorvexa', 'Quenlith', 'Myrqatel'];
const back = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const NOW = { from: back(29), to: back(0) };
const REVIEW = 'https://www.g2.com/products/zorvexa/reviews';
const PRICES = 'https://zorvexa.example/prices';

/** Twelve answers of the last days: all cite a review, some the brand's own page, some a competitor's. */
const facts: Fact[] = Array.from({ length: 12 }, (_, at) => ({
  ...{ prompt: `prompt ${at % 2}`, day: back(at), agent: at % 3 === 0 ? 'claude' : 'perplexity' },
  names: [OWN, RIVAL, FOUND],
  cites: [
    REVIEW,
    ...(at < 3 ? [PRICES] : []),
    ...(at % 2 === 0 ? ['https://shop.quenlith.example/', 'https://www.reddit.com/r/tools/1'] : []),
    ...(at === 11 ? ['https://en.wikipedia.org/wiki/Tool'] : []),
  ],
}));
const old: Fact = { day: back(80), names: [OWN], cites: ['https://old.example/page'], agent: 'gemini' };

const brand = await site.brand({ name: OWN, domain: 'zorvexa.example' });
await site.call('trackCompetitor', { brand_id: brand.id, name: RIVAL, domain: 'shop.quenlith.example' });
await site.answers(brand, [...facts, old]);
const PAGE = `/brands/${brand.id}/sources`;
const shared = await site.visit();
after(() => assert.deepEqual(shared.faults, []));

const table = (page: Page) => page.getByRole('table', { name: 'sources' });
const row = (page: Page, domain: string) => table(page).getByRole('row', { name: domain });
const dialog = (page: Page) => page.getByRole('dialog');
const gone = (where: Locator) => where.waitFor({ state: 'detached' });
const open = async (path: string, visitor: Visitor = shared) => {
  await visitor.go(path);
  await table(visitor.page).getByRole('row').nth(1).waitFor();
  return visitor.page;
};
const domainsIn = async (page: Page) =>
  (await table(page).locator('tbody tr td:first-child [title]').allInnerTexts()).map((text) =>
    text.trim().split('\n').at(-1),
  );

test('every domain has its kind, whose it is, its agents, its share, and when it was cited', async () => {
  const page = await open(PAGE);
  const { sources, citing_answers } = await site.call('listSources', { brand_id: brand.id, date: NOW });
  assert.equal(citing_answers, 12);
  assert.deepEqual(
    await domainsIn(page),
    sources.map(({ domain }: Json) => domain),
  );
  const own = sources.find(({ domain }: Json) => domain === 'zorvexa.example');
  const cells = await row(page, 'zorvexa.example').getByRole('cell').allInnerTexts();
  assert.match(cells.slice(0, 2).join(' '), /You.*Owned/s);
  assert.deepEqual(
    cells.slice(3, 5).map((text) => text.trim()),
    [String(own.answers), `${decimal(own.share, 1)}%`],
  );
  assert.match(await row(page, 'quenlith.example').innerText(), new RegExp(`${RIVAL}.*Competitor`, 's'));
  assert.match(await row(page, 'g2.com').innerText(), /Review.*Perplexity 8, Claude 4/s);
  await page.getByText('Your own zorvexa.example is cited in 25.0% of the 12 answers').waitFor();
});

test('a kind filters the domains, in the address too, and days count', async () => {
  const page = await open(PAGE);
  await page.getByRole('button', { name: /^Community 1$/ }).click();
  assert.equal(shared.at(), `${PAGE}?type=community`);
  assert.deepEqual(await domainsIn(page), ['reddit.com']);
  await page.reload();
  await row(page, 'reddit.com').waitFor();
  assert.deepEqual(await domainsIn(page), ['reddit.com']);
  await page.getByRole('button', { name: 'The request for what is on screen' }).click();
  const curl = await dialog(page).locator('pre').innerText();
  const body = JSON.parse(/-d '(.*)'/.exec(curl)![1]!);
  assert.deepEqual(body, { brand_id: brand.id, date: NOW, limit: 10_000, type: 'community' });
  const { sources } = await site.call('listSources', body);
  assert.deepEqual(
    sources.map(({ domain }: Json) => domain),
    ['reddit.com'],
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^All 5$/ }).click();
  await row(page, 'g2.com').waitFor();
  await page
    .getByRole('searchbox')
    .or(page.getByLabel('Search', { exact: true }))
    .last()
    .fill('wiki');
  await gone(row(page, 'g2.com'));
  assert.deepEqual(await domainsIn(page), ['wikipedia.org']);
  await open(`${PAGE}?range=90d&agents=gemini`);
  assert.deepEqual(await domainsIn(page), ['old.example']);
});

test('a domain opens its pages, and each page the answers that cite it', async () => {
  const page = await open(PAGE);
  await row(page, 'zorvexa.example').click({ position: { x: 20, y: 10 } });
  assert.equal(shared.at(), `${PAGE}?domain=zorvexa.example`);
  const { pages } = await site.call('sourcePages', {
    ...{ brand_id: brand.id, domain: 'zorvexa.example', date: NOW },
  });
  assert.deepEqual(
    pages.map(({ url, answers }: Json) => [url, answers]),
    [[PRICES, 3]],
  );
  await dialog(page).getByText('25.0% of 12 citing answers').waitFor();
  const link = dialog(page).getByRole('link', { name: 'zorvexa.example/prices' });
  assert.deepEqual(
    [await link.getAttribute('href'), await link.getAttribute('rel')],
    [PRICES, 'noopener noreferrer nofollow'],
  );
  await dialog(page).getByText('3 answers, last on').click();
  const answers = dialog(page).getByRole('link', { name: /UTC/ });
  await answers.first().waitFor();
  assert.equal(await answers.count(), 3);
  await answers.first().click();
  await page.waitForURL(`**/answers/${pages[0].newest[0].id}`);
  const { answer } = await site.call('answer', { answer_id: pages[0].newest[0].id });
  assert.ok(answer.citations.some(({ url }: Json) => url === PRICES));
  await page.goBack();
  await dialog(page).getByText('25.0% of 12 citing answers').waitFor();
  await page.keyboard.press('Escape');
  await gone(dialog(page));
  assert.equal(shared.at(), PAGE);
});

test('a domain that nobody cites says so, and no answers name the next step', async () => {
  const visitor = await site.visit();
  const page = await open(`${PAGE}?domain=nobody.example`, visitor);
  await dialog(page).getByText('Nobody cites this domain').waitFor();
  const empty = await site.brand({ name: 'Plyxentra' });
  await visitor.go(`/brands/${empty.id}/sources`);
  await page.getByText('Sources appear here as soon as answers cite pages.').waitFor();
  await visitor.go(`${PAGE}?agents=grok`);
  await page.getByRole('button', { name: 'Show all time' }).click();
  await row(page, 'old.example').waitFor();
  assert.equal(visitor.at(), `${PAGE}?range=all`);
  await visitor.close();
});

test('the table and the pages are taken along as CSV', async () => {
  const page = await open(PAGE);
  const saved = async (button: Locator) => {
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return (await fs.readFile(await file.path(), 'utf8')).replace('\uFEFF', '').split('\r\n');
  };
  const lines = await saved(page.getByRole('button', { name: 'CSV' }));
  assert.equal(lines[0], 'Domain,Kind,Agents,Answers,Share,First cited,Last cited');
  assert.equal(lines[1], `g2.com,Review,"Perplexity 8, Claude 4",12,100,${back(11)},${back(0)}`);
  await row(page, 'g2.com').focus();
  await page.keyboard.press('Enter');
  const pages = await saved(dialog(page).getByRole('button', { name: 'CSV' }));
  assert.equal(pages[0], 'Page,Address,Answers,Last cited');
  assert.match(pages[1]!, /^,https:\/\/(www\.)?g2\.com\/products\/zorvexa\/reviews,12,/);
});

test('the page and its drawer have no fault that axe-core knows, wide and narrow, light and dark', async () => {
  for (const look of [{ scheme: 'dark' }, { width: 390, height: 844 }] as const) {
    const visitor = await site.visit(look);
    const page = await open(PAGE, visitor);
    assert.deepEqual(await visitor.violations(), []);
    await row(page, 'g2.com').click({ position: { x: 20, y: 10 } });
    await dialog(page).getByText('12 answers, last on').click();
    assert.deepEqual(await visitor.violations(), []);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
    await visitor.close();
  }
});
