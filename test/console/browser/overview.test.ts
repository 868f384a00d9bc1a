// The overview of a brand: what it says is what the API says, and every number leads to the answers behind it.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { after, test } from 'node:test';
import { day, decimal } from '../../../console/format.ts';
import type { Json, TestBrand } from './kit.ts';
import {
  BEFORE,
  back,
  drawer,
  gone,
  NOW,
  OTHER,
  OWN,
  overviewWorld,
  RISEN,
  RIVAL,
  section,
  shows,
} from './overview-world.ts';

const { site, brand, shared, open, PAGE } = await overviewWorld();
after(() => assert.deepEqual(shared.faults, []));

const compare = (of: TestBrand): Promise<Json> =>
  site.call('compare', { brand_id: of.id, before: BEFORE, now: NOW });

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
