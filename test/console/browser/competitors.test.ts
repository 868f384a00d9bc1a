// Competitors: what the page says is what the API says, found names come with their evidence, and what a person
// decides about a name holds at once, while stored answers are read again behind it.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { decimal, fullDay } from '../../../console/format.ts';
import { rereadAll } from '../../../src/operations/reread.ts';
import type { Fact } from '../../kit/answers.ts';
import { type Json, openConsole, type TestBrand, type Visitor } from './kit.ts';

// Nothing is read again before a test says so: what is on the screen until then stays to be seen.
const site = await openConsole({ onStale: () => {} });
const reread = () => rereadAll(site.context, () => {});
const [OWN, RIVAL, OTHER, OFTEN, SOME, ONCE] = [
  ...['Zorvexa', 'Quenlith', 'Brimvolt', 'Myrqatel', 'Dranketo', 'Fyxoria'],
] as [string, string, string, string, string, string];
const back = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const NOW = { from: back(29), to: back(0) };
const BEFORE = { from: back(59), to: back(30) };

/** Thirty answers, one a day; the rival falls, others are found in some of them. */
const month = (since: number, rival: number): Fact[] =>
  Array.from({ length: 30 }, (_, at) => ({
    ...{ prompt: `prompt ${at % 3}`, day: back(since - at), agent: at % 3 === 0 ? 'claude' : 'chatgpt' },
    names: [
      OWN,
      ...(at < rival ? [RIVAL] : []),
      ...(at % 2 === 0 ? [OFTEN] : []),
      ...(at % 5 === 0 ? [SOME] : []),
      ...(at === 3 ? [ONCE] : []),
    ],
  }));

async function market(): Promise<TestBrand> {
  const brand = await site.brand({ name: OWN, competitors: [RIVAL, OTHER] });
  await site.answers(brand, [...month(59, 28), ...month(29, 6)]);
  return brand;
}

/** For tests that change nothing. */
const seen = await market();
const shared = await site.visit();
after(() => assert.deepEqual(shared.faults, []));

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const standing = (page: Page) => section(page, 'How everybody stands');
const found = (page: Page) => section(page, 'Names that agents bring up');
const row = (where: Locator, name: string) => where.getByRole('row', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const gone = (where: Locator) => where.waitFor({ state: 'detached' });
const open = async (path: string, visitor: Visitor = shared) => {
  await visitor.go(path);
  await standing(visitor.page).getByRole('row').nth(1).waitFor();
  return visitor.page;
};
const listed = async ({ id }: TestBrand, name: string): Promise<Json> =>
  (await site.call('listCompetitors', { brand_id: id })).competitors.find((one: Json) => one.name === name);
const namesIn = async (where: Locator) =>
  (await where.getByRole('row').allInnerTexts()).slice(1).map((text) => text.trim().split(/\s/)[0]);

test('everybody stands beside the brand, with changes that are sure, and receipts behind the numbers', async () => {
  const page = await open(`/brands/${seen.id}/competitors`);
  const { competitors } = await site.call('movers', { brand_id: seen.id, before: BEFORE, now: NOW });
  const rival = competitors.find(({ name }: Json) => name === RIVAL);
  assert.equal(rival.visibility.verdict, 'changed');
  const cells = await row(standing(page), RIVAL).getByRole('cell').allInnerTexts();
  assert.match(cells[1]!, new RegExp(`^${rival.visibility.now}%`));
  assert.match(cells[2]!, new RegExp(`${decimal(-rival.visibility.change, 1)}.*worse`, 's'));
  assert.match(cells[5]!, new RegExp(`^${decimal(rival.share_of_voice.now, 1)}%`));
  assert.deepEqual(await namesIn(standing(page)), [OWN, RIVAL, OTHER]);
  assert.match(await row(standing(page), OWN).innerText(), /You/);
  const receipt = { brand_id: seen.id, metric: 'position', competitor: RIVAL, date: NOW };
  const { value, numerator } = await site.call('explain', receipt);
  await row(standing(page), RIVAL)
    .getByRole('button', { name: `Position of ${RIVAL}` })
    .click();
  await dialog(page).getByText(`Position of ${RIVAL}`).waitFor();
  assert.ok((await dialog(page).innerText()).includes(decimal(value, 2)));
  assert.ok((await dialog(page).innerText()).includes(decimal(numerator, 0)));
  await page.goBack();
  await gone(dialog(page));
  await row(standing(page), OTHER).click({ position: { x: 20, y: 10 } });
  await dialog(page).getByText(`Visibility of ${OTHER}`).waitFor();
});

test('the chart has the chosen metric and competitors, and the address keeps them', async () => {
  const page = await open(`/brands/${seen.id}/competitors?range=90d`);
  await page.getByRole('radiogroup', { name: 'Metric' }).getByText('Share of voice').click();
  await page.getByRole('button', { name: /Competitors in the chart/ }).click();
  await page.getByRole('checkbox', { name: OTHER }).click();
  await page.keyboard.press('Escape');
  assert.equal(shared.at(), `/brands/${seen.id}/competitors?range=90d&metric=share_of_voice&line=${RIVAL}`);
  await page.reload();
  const chart = section(page, 'Share of voice over time');
  await chart.getByRole('button', { name: 'Show as table' }).click();
  assert.deepEqual((await chart.getByRole('columnheader').allInnerTexts()).slice(1), [OWN, RIVAL]);
  const { entities } = await site.call('trend', {
    ...{ brand_id: seen.id, step: 'week', date: { from: back(89), to: back(0) } },
  });
  const [own, rival] = entities.map(({ points }: Json) => points.at(-1).share_of_voice);
  const text = await chart.getByRole('row').nth(1).innerText();
  assert.ok(text.includes(`${decimal(own, 1)}%`) && text.includes(`${decimal(rival, 1)}%`), text);
  const heads = await standing(page).getByRole('columnheader').allInnerTexts();
  assert.deepEqual(heads.slice(4, 6), ['Share of voice', 'Change']);
});

test('a found name comes with how often, where first and last, and the words of the answers', async () => {
  const page = await open(`/brands/${seen.id}/competitors`);
  const { answers, first_seen, last_seen } = await listed(seen, OFTEN);
  assert.deepEqual([answers, first_seen, last_seen], [30, back(59), back(1)]);
  const text = await row(found(page), OFTEN).innerText();
  assert.ok(/50%/.test(text) && /\b30\b/.test(text), text);
  await row(found(page), OFTEN).click({ position: { x: 120, y: 10 } });
  assert.equal(shared.at(), `/brands/${seen.id}/competitors?name=${OFTEN}`);
  for (const fact of ['50% in these days', '30 of all time', fullDay(first_seen), fullDay(last_seen)])
    await dialog(page).getByText(fact).first().waitFor();
  const first = dialog(page).getByRole('listitem').first();
  // Once, on a busy machine, another answer stood here for a moment.
  await first.filter({ hasText: `${fullDay(first_seen).split(',')[0]}` }).waitFor();
  // The words come with a request of their own.
  await first.filter({ hasText: `${OFTEN} has an app for phones.` }).waitFor();
  await first.getByRole('link').click();
  await page.waitForURL(/\/answers\/\d+/);
  const id = Number(/answers\/(\d+)/.exec(shared.at())![1]);
  const { answer } = await site.call('answer', { answer_id: id });
  assert.ok(answer.mentions.some(({ name }: Json) => name === OFTEN));
  assert.equal(answer.answered_at.slice(0, 10), first_seen);
  await page.goBack();
  await dialog(page).getByText('30 of all time').waitFor();
  await page.keyboard.press('Escape');
  await gone(dialog(page));
});

test('a tracked name has its history at once, while answers are read again without blocking', async () => {
  const brand = await market();
  const page = await open(`/brands/${brand.id}/competitors`);
  await found(page)
    .getByRole('button', { name: `Track ${OFTEN}` })
    .click();
  await row(standing(page), OFTEN).waitFor();
  assert.equal((await listed(brand, OFTEN)).tracked, true);
  assert.match(await row(standing(page), OFTEN).innerText(), /50%/);
  const chart = section(page, 'Visibility over time');
  await chart.getByRole('button', { name: 'Show as table' }).click();
  const { entities } = await site.call('trend', { brand_id: brand.id, step: 'day', date: NOW });
  const points = entities.find(({ name }: Json) => name === OFTEN).points;
  const shown = await chart.getByRole('row').allInnerTexts();
  assert.equal(shown.length, 31);
  assert.deepEqual(
    shown.slice(1).map((text) => text.split('\t').at(-1)),
    points.map(({ visibility }: Json) => `${visibility}%`).reverse(),
  );
  const progress = page.getByText('Reading answers again');
  await progress.waitFor();
  await page.getByText('0 of 60').waitFor();
  await page.getByRole('radiogroup', { name: 'Metric' }).getByText('Sentiment').click();
  await page.getByRole('heading', { name: 'Sentiment over time' }).waitFor();
  await reread();
  await gone(progress);
  const { reading } = (await site.call('brands')).brands.find(({ id }: Json) => id === brand.id);
  assert.deepEqual(reading, { done: 60, total: 60 });
  await row(standing(page), OFTEN).getByRole('button', { name: 'More about' }).click();
  await page.getByRole('menuitem', { name: 'Stop tracking' }).click();
  await row(found(page), OFTEN).waitFor();
  assert.equal((await listed(brand, OFTEN)).tracked, false);
  await page.getByRole('alert').filter({ hasText: 'not tracked any more' }).getByText('Undo').click();
  await row(standing(page), OFTEN).waitFor();
  assert.equal((await listed(brand, OFTEN)).tracked, true);
});

test('a name merged into a competitor counts for it, and comes apart again', async () => {
  const brand = await market();
  const page = await open(`/brands/${brand.id}/competitors`);
  await found(page)
    .getByRole('button', { name: `More for ${OFTEN}` })
    .click();
  await page.getByRole('menuitem', { name: 'Merge into' }).click();
  await dialog(page).getByLabel('Is another spelling of').fill('brim');
  assert.equal(await dialog(page).getByRole('radio').count(), 1);
  await dialog(page).getByLabel(OTHER).check();
  await dialog(page).getByRole('button', { name: 'Merge' }).click();
  await gone(dialog(page));
  assert.equal((await listed(brand, OFTEN)).merged_into, OTHER);
  await reread();
  await row(standing(page), OTHER).getByRole('button', { name: '50% , Visibility' }).waitFor();
  await found(page).getByText('Merged 1').click();
  assert.equal(shared.at(), `/brands/${brand.id}/competitors?list=merged`);
  assert.match(await row(found(page), OFTEN).innerText(), new RegExp(OTHER));
  await found(page)
    .getByRole('button', { name: `Separate ${OFTEN}` })
    .click();
  await found(page).getByText('Nothing was merged').waitFor();
  await reread();
  assert.equal((await listed(brand, OFTEN)).merged_into, null);
  await found(page).getByText('Found 3').click();
  await row(found(page), OFTEN).getByText('50%').waitFor();
});

test('many names are dismissed at once, by mouse or by key, and are brought back', async () => {
  const brand = await market();
  const page = await open(`/brands/${brand.id}/competitors`);
  await row(found(page), SOME).getByRole('checkbox').check();
  await row(found(page), ONCE).getByRole('checkbox').check();
  await found(page).getByText('2 names chosen').waitFor();
  await found(page).getByRole('button', { name: 'Dismiss' }).click();
  await found(page).getByText('Dismissed 2').waitFor();
  assert.deepEqual(
    [(await listed(brand, SOME)).dismissed, (await listed(brand, ONCE)).dismissed],
    [true, true],
  );
  assert.deepEqual(await namesIn(found(page)), [OFTEN]);
  await page.getByRole('alert').filter({ hasText: '2 names are dismissed' }).getByText('Undo').click();
  await found(page).getByText('Dismissed 0').waitFor();
  assert.equal((await listed(brand, SOME)).dismissed, false);
  await row(found(page), ONCE).focus();
  await page.keyboard.press('d');
  await found(page).getByText('Dismissed 1').waitFor();
  await found(page).getByText('Dismissed 1').click();
  await found(page)
    .getByRole('button', { name: `Bring back ${ONCE}` })
    .click();
  await found(page).getByText('Nothing was dismissed').waitFor();
  assert.equal((await listed(brand, ONCE)).dismissed, false);
});

test('a new competitor is tracked with its domain and aliases; what is wrong is said at its field', async () => {
  const brand = await market();
  const visitor = await site.visit();
  const page = await open(`/brands/${brand.id}/competitors`, visitor);
  await page.getByRole('button', { name: 'Track a competitor' }).click();
  await dialog(page).getByLabel('Name').fill('Glontava');
  await dialog(page).getByLabel('Domain').fill('not a domain');
  await dialog(page).getByLabel('Aliases').fill('Glonta');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Track' }).click();
  await dialog(page).getByText('Domain must be a valid domain name').waitFor();
  await dialog(page).getByLabel('Domain').fill('https://www.glontava.example/');
  await dialog(page).getByRole('button', { name: 'Track' }).click();
  await gone(dialog(page));
  const { domain, aliases, tracked } = await listed(brand, 'Glontava');
  assert.deepEqual([domain, aliases, tracked], ['glontava.example', ['Glonta'], true]);
  await row(standing(page), 'Glontava').getByRole('button', { name: 'More about' }).click();
  await page.getByRole('menuitem', { name: 'Domain and aliases' }).click();
  assert.equal(await dialog(page).getByLabel('Domain').inputValue(), 'glontava.example');
  await dialog(page).getByLabel('Domain').fill('');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await gone(dialog(page));
  assert.equal((await listed(brand, 'Glontava')).domain, '');
  assert.equal(visitor.faults.length, 1, 'the refused domain, and nothing else');
  await visitor.close();
});

test('a viewer sees it all and changes nothing, and the tables are taken along as CSV', async () => {
  const viewer = await site.visit({ role: 'viewer' });
  const page = await open(`/brands/${seen.id}/competitors`, viewer);
  await row(found(page), OFTEN).waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Track|Dismiss|More)/ }).count(), 0);
  assert.equal(await page.getByRole('checkbox').count(), 0);
  await assert.rejects(viewer.client.trackCompetitor({ brand_id: seen.id, name: OFTEN }), /Access denied/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    found(page).getByRole('button', { name: 'CSV' }).click(),
  ]);
  const [head, first] = (await fs.readFile(await file.path(), 'utf8')).split('\r\n');
  assert.equal(head, '\uFEFFName,Visibility,Answers,First named,Last named');
  assert.equal(first, `${OFTEN},50,30,${back(59)},${back(1)}`);
  await viewer.close();
});

test('while the service cannot be reached the page keeps what it had, says so, and tries again', async () => {
  const visitor = await site.visit();
  const page = await open(`/brands/${seen.id}/competitors`, visitor);
  await visitor.context.setOffline(true);
  await page.getByRole('button', { name: 'Compare' }).waitFor();
  await page.getByRole('button', { name: 'Date range' }).click();
  await page.getByRole('radio', { name: 'Last 7 days' }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'does not answer' });
  await problem.waitFor();
  assert.match(await row(standing(page), RIVAL).innerText(), /20%/);
  await visitor.context.setOffline(false);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await gone(problem);
  const { competitors } = await site.call('trackedCompetitors', {
    ...{ brand_id: seen.id, date: { from: back(6), to: back(0) } },
  });
  const { visibility } = competitors.find(({ name }: Json) => name === RIVAL);
  await row(standing(page), RIVAL)
    .getByRole('button', { name: `${visibility}% , Visibility` })
    .waitFor();
  await visitor.close();
});

test('the page and what opens on it have no fault that axe-core knows, wide and narrow, light and dark', async () => {
  for (const look of [{ scheme: 'dark' }, { width: 390, height: 844 }] as const) {
    const visitor = await site.visit(look);
    const page = await open(`/brands/${seen.id}/competitors`, visitor);
    await page.locator('.recharts-surface').first().waitFor();
    assert.deepEqual(await visitor.violations(), []);
    await row(found(page), OFTEN).click({ position: { x: 120, y: 10 } });
    await dialog(page).getByRole('listitem').first().waitFor();
    assert.deepEqual(await visitor.violations(), []);
    await dialog(page).getByRole('button', { name: 'Merge into' }).click();
    await dialog(page).getByLabel('Is another spelling of').waitFor();
    assert.deepEqual(await visitor.violations(), []);
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.equal(wide, 0);
    await visitor.close();
  }
});
