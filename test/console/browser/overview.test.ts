// The overview of a brand: what it says is what the API says, and every number leads to the answers behind it.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { day, decimal } from '../../../console/format.ts';
import type { Fact } from '../../kit/answers.ts';
import { type Json, openConsole, type TestBrand, type Visitor } from './kit.ts';

const site = await openConsole();
const [OWN, RIVAL, OTHER, FOUND] = ['Zorvexa', 'Quenlith', 'Brimvolt', 'Myrqatel'];
const back = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const NOW = { from: back(29), to: back(0) };
const BEFORE = { from: back(59), to: back(30) };

/** Thirty answers to a prompt, one a day from `since` days ago on, of which the first `named` name the brand. */
const month = (prompt: string, since: number, named: number): Fact[] =>
  Array.from({ length: 30 }, (_, at) => ({
    ...{ prompt, day: back(since - at), agent: at % 3 === 0 ? 'claude' : 'chatgpt' },
    names: at < named ? [OWN, RIVAL] : [RIVAL, OTHER, FOUND],
    feeling: 'good',
  }));

const RISEN = ['one', 'two', 'three', 'four'];
const brand = await site.brand({ name: OWN, competitors: [RIVAL, OTHER] });
await site.answers(brand, [
  ...month('up', 59, 3),
  ...month('up', 29, 28),
  ...month('noise', 59, 12),
  ...month('noise', 29, 15),
  ...RISEN.flatMap((prompt) => [...month(prompt, 59, 6), ...month(prompt, 29, 24)]),
]);
const PAGE = `/brands/${brand.id}`;
const shared = await site.visit();
after(() => assert.deepEqual(shared.faults, []));

const drawer = (page: Page) => page.getByRole('dialog');
const section = (page: Page, name: string) => page.getByRole('region', { name });
const shows = (where: Locator, text: string | RegExp) => where.getByText(text).first().waitFor();
const gone = (where: Locator) => where.waitFor({ state: 'detached' });
const compare = (of: TestBrand): Promise<Json> =>
  site.call('compare', { brand_id: of.id, before: BEFORE, now: NOW });
const open = async (path: string, visitor: Visitor = shared) => {
  await visitor.go(path);
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  return visitor.page;
};

test('the first view says how the brand stands, why, and what changed, without scrolling', async () => {
  const page = await open(PAGE);
  const found = await compare(brand);
  const { visibility, position, intervals } = found;
  await shows(
    page.locator('main'),
    `Named in ${visibility.now}% of answers, ${Math.round(visibility.change)} points more`,
  );
  await shows(page.locator('main'), /2nd of 3, behind Quenlith with 100%/);
  const number = page.getByRole('button', { name: /What Visibility is made of/ });
  assert.match(await number.innerText(), new RegExp(`^${visibility.now}%`));
  const text = await page.locator('main').innerText();
  const [low, high] = intervals.visibility.map((end: number) => decimal(end, 0));
  assert.ok(text.includes(`95% interval ${low}% to ${high}%`), text);
  assert.ok(text.includes(decimal(position.now, 2)));
  const changed = section(page, 'What changed');
  await shows(changed, 'What agents answered');
  const [start] = await Promise.all([changed.getByRole('link', { name: /up/ }).boundingBox()]);
  assert.ok(start && start.y + start.height < 900, 'the biggest mover is in the first view');
});

test('noise is not called a change', async () => {
  const page = await open(PAGE);
  const { prompts } = await site.call('movers', { brand_id: brand.id, before: BEFORE, now: NOW });
  assert.deepEqual(
    prompts.map(({ prompt, visibility }: Json) => [prompt, visibility.verdict]).sort(),
    [...['up', ...RISEN].map((prompt) => [prompt, 'changed']), ['noise', 'within noise']].sort(),
  );
  const changed = section(page, 'What changed');
  await changed.getByRole('link', { name: /up.*from 10% to 93%.*better/ }).waitFor();
  await shows(changed, '1 more prompt changed');
  assert.equal(await changed.getByText('noise').count(), 0);
  await shows(changed, new RegExp(`^${OTHER}$`));
  assert.equal(await changed.getByText(RIVAL).count(), 0);
  await changed.getByRole('link', { name: /up/ }).click();
  await page.waitForURL(`**/prompts/${prompts[0].id}`);
});

test('a number opens its receipt, which leads to a prompt, to an answer, and back', async () => {
  const page = await open(PAGE);
  await page.getByRole('button', { name: /What Visibility is made of/ }).click();
  const receipt = await site.call('explain', { brand_id: brand.id, metric: 'visibility', date: NOW });
  await shows(drawer(page), `Visibility of ${OWN}`);
  await shows(drawer(page), decimal(receipt.numerator, 2));
  await shows(drawer(page), 'prompts with answers');
  await shows(drawer(page), `${receipt.value}%`);
  await shows(drawer(page), '28 of 30');
  assert.match(decodeURIComponent(shared.at()), /receipt=metric=visibility/);
  await drawer(page).getByRole('button', { name: 'noise' }).click();
  await shows(drawer(page), 'answers to the prompt');
  await shows(drawer(page), '50%');
  const [newest] = (
    await site.call('explain', {
      brand_id: brand.id,
      metric: 'visibility',
      date: NOW,
      prompt_id: (await site.promptIds(brand)).noise,
    })
  ).answers;
  const first = drawer(page).getByRole('listitem').getByRole('link').first();
  assert.match(await first.innerText(), /Not counted · Not named/);
  await first.click();
  await page.waitForURL(`**/answers/${newest.id}`);
  await page.goBack();
  await shows(drawer(page), 'answers to the prompt');
  await page.goBack();
  await shows(drawer(page), 'prompts with answers');
  await page.goBack();
  await gone(drawer(page));
  assert.equal(shared.at(), PAGE);
});

test('a receipt can be linked to, says its request, and closes by key', async () => {
  const value = `metric=share_of_voice&brand=${brand.id}&of=${RIVAL}&agent=claude`;
  const page = await open(`${PAGE}?receipt=${encodeURIComponent(value)}`);
  const body = {
    brand_id: brand.id,
    metric: 'share_of_voice',
    competitor: RIVAL,
    date: NOW,
    ai_agent: ['claude'],
  };
  const receipt = await site.call('explain', body);
  await shows(drawer(page), `Share of voice of ${RIVAL}`);
  await shows(drawer(page), /Claude/);
  await shows(drawer(page), `${decimal(receipt.value, 1)}%`);
  await shows(drawer(page), decimal(receipt.denominator, 0));
  assert.deepEqual(await shared.violations(), []);
  await page.keyboard.press('Escape');
  await gone(drawer(page));
  assert.equal(shared.at(), PAGE);
});

test('the chart has the chosen metric, and keeps it in the address', async () => {
  const page = await open(`${PAGE}?range=90d`);
  await page.getByRole('radiogroup', { name: 'Metric of the chart' }).getByText('Share of voice').click();
  const chart = section(page, 'Share of voice over time');
  await chart.getByRole('button', { name: 'Show as table' }).click();
  const { entities } = await site.call('trend', {
    brand_id: brand.id,
    step: 'week',
    date: { from: back(89), to: back(0) },
  });
  const last = entities[0].points.at(-1);
  const row = chart.getByRole('row').nth(1);
  assert.match(
    await row.innerText(),
    new RegExp(
      `${day(last.to).split(' ')[1]}[^]*${decimal(last.share_of_voice, 0)}|${decimal(last.share_of_voice, 1)}%`,
    ),
  );
  assert.deepEqual(
    (await chart.getByRole('columnheader').allInnerTexts()).slice(1),
    entities.map(({ name }: Json) => name),
  );
  assert.equal(shared.at(), `${PAGE}?range=90d&metric=share_of_voice`);
});

test('share of voice by agent: numbers on the bars, a place among all, and a receipt behind each', async () => {
  const page = await open(PAGE);
  const { agents } = await site.call('matrix', { brand_id: brand.id, date: NOW });
  const voices = section(page, 'Share of voice by agent');
  const [chatgpt] = agents;
  assert.equal(chatgpt.ai_agent, 'chatgpt');
  const own = chatgpt.share_of_voice.find(({ entity }: Json) => entity === 'brand');
  const bar = voices.getByRole('button', {
    name: `ChatGPT, ${OWN}: ${decimal(own.value, 1)}%, ${own.numerator} of ${own.denominator} mentions`,
  });
  assert.equal(await bar.innerText(), decimal(own.value, 1));
  await shows(voices, '2nd of 3');
  await bar.click();
  await shows(drawer(page), `Share of voice of ${OWN}`);
  await shows(drawer(page), /ChatGPT/);
  await page.keyboard.press('Escape');
  await gone(drawer(page));
  await voices.getByRole('button', { name: 'Show as table' }).click();
  assert.match(
    await voices.getByRole('row', { name: /ChatGPT/ }).innerText(),
    new RegExp(`${decimal(own.value, 1)}%`),
  );
});

test('the table of prompts and agents is what the API says, sorts, filters, and explains each cell', async () => {
  const page = await open(PAGE);
  const { agents, prompts } = await site.call('matrix', { brand_id: brand.id, date: NOW });
  const table = section(page, 'Prompts and agents');
  await table.getByRole('row', { name: /noise/ }).waitFor();
  assert.deepEqual(
    agents.map(({ ai_agent }: Json) => ai_agent),
    ['chatgpt', 'claude'],
  );
  const cells = (await table.getByRole('row', { name: /up/ }).getByRole('button').allInnerTexts()).map(
    parseFloat,
  );
  const up = prompts.find(({ prompt }: Json) => prompt === 'up');
  assert.deepEqual(
    cells,
    [up.all, ...up.cells].map(({ visibility }: Json) => visibility),
  );
  await table.getByRole('button', { name: 'All agents' }).click();
  assert.match(await table.getByRole('row').nth(1).innerText(), /up/);
  await table.getByRole('button', { name: 'All agents' }).click();
  assert.match(await table.getByRole('row').nth(1).innerText(), /noise/);
  await page.getByRole('radiogroup', { name: 'Metric of the table' }).getByText('Position').click();
  await page.waitForURL(/cells=position/);
  const cell = table.getByRole('row', { name: /noise/ }).getByRole('button').nth(1);
  assert.match((await cell.getAttribute('title')) ?? '', /of 20 answers/);
  await cell.click();
  const body = {
    brand_id: brand.id,
    metric: 'position',
    prompt_id: (await site.promptIds(brand)).noise,
    ai_agent: ['chatgpt'],
    date: NOW,
  };
  const receipt = await site.call('explain', body);
  await shows(drawer(page), decimal(receipt.value, 2));
  await shows(drawer(page), 'positions in the answers, added up');
  await page.keyboard.press('Escape');
  await gone(drawer(page));
  await table.getByRole('button', { name: '50% and more: 6' }).click();
  await page.waitForURL(/prompts=strong/);
  assert.equal(await table.getByRole('row').count(), 7);
  await table.getByRole('button', { name: 'Never named: 0' }).click();
  await shows(table, 'No prompt is here');
});

test('the table is offered as CSV', async () => {
  const page = await open(PAGE);
  const table = section(page, 'Prompts and agents');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    table.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const { prompts } = await site.call('matrix', { brand_id: brand.id, date: NOW });
  const lines = (await fs.readFile(await download.path(), 'utf8')).split('\r\n').slice(0, -1);
  assert.equal(lines[0], '\uFEFFPrompt,All agents,Change,ChatGPT,Claude');
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',')[1]),
    prompts.map(({ all }: Json) => String(all.visibility)),
  );
});

test('the request for what is on screen is the one that the page made', async () => {
  const page = await open(PAGE);
  await section(page, 'What changed')
    .getByRole('button', { name: 'The request for what is on screen' })
    .click();
  const curl = await drawer(page).locator('pre').innerText();
  assert.match(curl, /\/api\/v1\/movers/);
  const body = JSON.parse(/-d '(.*)'/.exec(curl)?.[1] ?? '');
  assert.deepEqual(body, { brand_id: brand.id, now: NOW, before: BEFORE, limit: 20 });
});

test('an untracked competitor is tracked with its history, another is hidden and comes back', async () => {
  const own = await site.brand({ name: OWN, competitors: [RIVAL] });
  await site.answers(own, [...month('up', 59, 3), ...month('up', 29, 20)]);
  const page = await open(`/brands/${own.id}`);
  const names = section(page, 'Untracked competitors');
  const track = names.getByRole('button', { name: `Track ${FOUND}` });
  await track.waitFor();
  await names.getByRole('button', { name: `${OTHER} is no competitor: hide it` }).click();
  await gone(names.getByText(OTHER));
  const hidden = async () =>
    (await site.call('listCompetitors', { brand_id: own.id })).competitors.find(
      ({ name }: Json) => name === OTHER,
    );
  assert.equal((await hidden()).dismissed, true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await shows(names, OTHER);
  assert.equal((await hidden()).dismissed, false);
  await track.click();
  await gone(track);
  const legend = section(page, 'Visibility over time').getByRole('button', { name: FOUND });
  await legend.waitFor();
  await gone(page.getByText('Reading answers again'));
  const { entities } = await site.call('trend', { brand_id: own.id, step: 'month' });
  const history = entities.find(({ name }: Json) => name === FOUND);
  assert.ok(history.points[0].visibility > 0, 'it has its history at once');
});

test('a viewer sees it all and may change nothing', async () => {
  const viewer = await site.visit({ role: 'viewer' });
  const page = await open(PAGE, viewer);
  await shows(section(page, 'Untracked competitors'), FOUND);
  assert.equal(await page.getByRole('button', { name: /Track/ }).count(), 0);
  await assert.rejects(viewer.client.trackCompetitor({ brand_id: brand.id, name: FOUND }), { status: 403 });
  await viewer.close();
});

test('a brand without answers is led through three steps, and the first answer turns them into the report', async () => {
  const empty = await site.brand({ name: 'Kelvundo' });
  const page = await open(`/brands/${empty.id}`);
  const steps = page.getByRole('list', { name: 'First steps' }).getByRole('listitem');
  const links = async () => {
    const all = await steps.getByRole('link').all();
    const found = await Promise.all(all.map((link) => link.getAttribute('href')));
    return found.map((href) => href?.replace(`/brands/${empty.id}`, ''));
  };
  await steps.first().waitFor();
  assert.deepEqual(await links(), ['/prompts', '/import', '/collection']);
  assert.deepEqual(await shared.violations(), []);
  await site.call('createPrompts', { brand_id: empty.id, prompts: ['best tool'] });
  await page.reload();
  await shows(steps.first(), '1 prompt so far.');
  await site.answers(empty, [{ names: ['Kelvundo', RIVAL], day: back(1) }]);
  await shows(page.locator('main'), 'Only 1 answer in these days');
  assert.equal(await page.getByText('n = 1, too few').count(), 4);
});

test('filters lead to other numbers, and no comparison to none', async () => {
  const page = await open(`${PAGE}?agents=claude&compare=no`);
  const report = await site.call('brandReport', { brand_id: brand.id, date: NOW, ai_agent: ['claude'] });
  await shows(page.locator('main'), `Named in ${report.visibility}% of answers. 2nd of 3`);
  const changed = section(page, 'What changed');
  await changed.getByRole('button', { name: 'Compare' }).click();
  await page.waitForURL((url) => url.search === '?agents=claude');
  await shows(changed, 'Where the change comes from');
  await page.goBack();
  await shows(changed, 'Nothing to compare with');
  await open(`${PAGE}?from=2020-01-01&to=2020-01-31`);
  await shows(page.locator('main'), 'No answers in these days');
  await shows(changed, 'There are no answers in these days.');
});

test('a plan that cannot be carried out says so, and leads to where it is mended', async () => {
  const own = await site.brand({ name: 'Huvrento' });
  await site.answers(own, [{ names: ['Huvrento', RIVAL], day: back(1) }]);
  await site.call('updatePlan', { brand_id: own.id, active: 'Y' });
  const { paused } = await site.call('plan', { brand_id: own.id });
  const page = await open(`/brands/${own.id}`);
  const notice = page.getByRole('status').filter({ hasText: 'Collection needs attention' });
  await shows(notice, paused);
  await shows(notice, 'No prompt is active: nothing will be asked.');
  assert.equal(await notice.getByRole('link').getAttribute('href'), `/brands/${own.id}/collection`);
});

test('a failure keeps what was there and offers to try again', async () => {
  const visitor = await site.visit();
  const page = await open(PAGE, visitor);
  await page.getByRole('button', { name: /What Visibility is made of/ }).waitFor();
  await page.route('**/console/api/compare', (route) => route.abort());
  await page
    .getByRole('button', { name: /All agents/ })
    .first()
    .click();
  await page.getByRole('checkbox', { name: 'Claude' }).click();
  await page.keyboard.press('Escape');
  const problem = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
  await problem.waitFor();
  assert.equal(await page.getByRole('button', { name: /What Visibility is made of/ }).count(), 1);
  await page.unroute('**/console/api/compare');
  await problem.getByRole('button', { name: 'Try again' }).click();
  await gone(problem);
  const report = await site.call('brandReport', { brand_id: brand.id, date: NOW, ai_agent: ['claude'] });
  await shows(page.locator('main'), `Named in ${report.visibility}% of answers`);
  await visitor.close();
});

test('many prompts are drawn as they are seen, long names fit a phone, and axe finds nothing', async () => {
  const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
  const own = await site.brand({
    name: long,
    competitors: ['株式会社日本語の非常に長い名前を持つ競合企業ホールディングス'],
    prompts: Array.from({ length: 150 }, (_, at) => `Welche ${long} ist die beste? ${at}`),
  });
  await site.answers(
    own,
    [0, 1, 2].map((at) => ({ names: [long, RIVAL], day: back(at), note: `${at}` })),
  );
  const phone = await site.visit({ width: 390, height: 844, scheme: 'dark' });
  const page = await open(`/brands/${own.id}`, phone);
  const table = section(page, 'Prompts and agents');
  await table.getByRole('row').nth(5).waitFor();
  assert.ok((await table.getByRole('row').count()) < 60, 'rows out of sight are not drawn');
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
  assert.deepEqual(await phone.violations(), []);
  await page.getByRole('button', { name: /What Visibility is made of/ }).click();
  await shows(drawer(page), 'How it is computed');
  assert.deepEqual(await phone.violations(), []);
  await phone.close();
  await open(PAGE);
  await section(shared.page, 'Prompts and agents').getByRole('row', { name: /noise/ }).waitFor();
  assert.deepEqual(await shared.violations(), []);
});
