// The page of imports: files and pasted texts, in the browser, against the real service.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { recorded } from '../../kit/answers.ts';
import { type Json, openConsole, type TestBrand, type Visitor } from './kit.ts';

const site = await openConsole();
const owner = await site.visit();
after(() => assert.deepEqual(owner.faults, []));

const lines = (values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const answersOf = async ({ id }: TestBrand): Promise<Json[]> =>
  (await site.call('answers', { brand_id: id, limit: 1000 })).answers;
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const open = async ({ id }: TestBrand, { page, go }: Visitor = owner) => {
  await go(`/brands/${id}/import`);
  await button(page, 'Choose file').waitFor();
  return page;
};
const give = (page: Page, name: string, content: string | Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content as string) });
/** New, known and refused, as the page says. */
const countsIn = (page: Page, name: string | RegExp) => region(page, name).locator('dd').allInnerTexts();

async function download(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await click();
  const file = await coming;
  return { name: file.suggestedFilename(), text: await fs.readFile(await file.path(), 'utf8') };
}

const CSV = `Question;AI Tool;Date;Response text;URLs;Mood
best crm;ChatGPT;2026-10-01;"1. **Zorvexa** is excellent; really
2. Quenlith";https://a.example https://b.example;good
best crm;Claude;yesterday;Zorvexa;;
best crm;Claude;2026-10-02;"open
best crm;Claude;2026-10-03;Zorvexa leads.;;
`;

test('a CSV file with columns of its own names: guessed, changed, previewed, imported', async () => {
  const brand = await site.brand();
  const page = await open(brand);
  await give(page, 'answers.csv', CSV);
  const column = (name: string) => page.getByRole('combobox', { name: `What “${name}” holds` });
  await region(page, 'Preview').getByText('All 4 rows were checked').waitFor();
  const guessed = ['Question', 'AI Tool', 'Date', 'Response text', 'URLs', 'Mood'];
  assert.deepEqual(await Promise.all(guessed.map((name) => column(name).inputValue())), [
    ...['Prompt', 'Agent', 'Answered at', 'Answer', 'Citations', ''],
  ]);
  assert.deepEqual(await countsIn(page, 'Preview'), ['2', '0', '2']);
  await region(page, 'Preview').getByText('answered_at must be a day such as').waitFor();
  // The agent is left out, and given for every row instead.
  await column('AI Tool').click();
  await page.getByRole('option', { name: 'Model' }).click();
  await region(page, 'Preview').getByText('Complete the columns first.').waitFor();
  assert.ok(await button(page, /^Import/).isDisabled());
  await page.getByLabel('Agent of every row').fill('Google AI Mode');
  await button(page, 'Import 2 answers').click();
  await region(page, 'Imported: answers.csv').waitFor();
  assert.deepEqual(await countsIn(page, 'Imported: answers.csv'), ['2', '0', '2']);
  const answers = await answersOf(brand);
  assert.deepEqual(
    answers.map((one) => [one.ai_agent, one.answered_at.slice(0, 10), one.mentioned]),
    [
      ['google_ai_mode', '2026-10-03', true],
      ['google_ai_mode', '2026-10-01', true],
    ],
  );
  const { answer } = await site.call('answer', { answer_id: answers[1].id });
  assert.deepEqual(
    [answer.model, answer.answer, answer.citations.map(({ url }: { url: string }) => url)],
    [
      ...['ChatGPT', '1. **Zorvexa** is excellent; really\n2. Quenlith'],
      ['https://a.example/', 'https://b.example/'],
    ],
  );
  await assertRefused(page);
  await page.getByRole('link', { name: 'See answers' }).click();
  await page.waitForURL(/\/answers$/);
});

async function assertRefused(page: Page): Promise<void> {
  const { name, text } = await download(page, () => button(page, 'Download all').click());
  assert.equal(name, 'answers.csv.refused.jsonl');
  const refused = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    refused.map((one) => [one.line, one.text]),
    [
      [4, 'best crm;Claude;yesterday;Zorvexa;;'],
      [5, 'best crm;Claude;2026-10-02;"open'],
    ],
  );
  assert.match(refused[1].reason, /a quote is opened and never closed/);
}

test('a packed file: cancelled, gone on with, and imported again without a double', async () => {
  const brand = await site.brand();
  const all = Array.from({ length: 2600 }, (_, at) => recorded(brand.name, { id: `a-${at}`, position: 1 }));
  const page = await open(brand);
  await give(page, 'many.jsonl.gz', gzipSync(lines([...all, { prompt: 'cut off' }])));
  await region(page, 'Preview').getByText('The first 500 rows were checked').waitFor();
  await button(page, 'Check the whole file').click();
  await region(page, 'Checked: many.jsonl.gz').waitFor();
  assert.deepEqual(await countsIn(page, /^Checked/), ['2,600', '0', '1']);
  assert.deepEqual(await answersOf(brand), [], 'checking stores nothing');
  await page.route('**/answers/import', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
  await button(page, 'Import now').click();
  await page.getByText(/to line \d/).waitFor();
  await button(page, 'Cancel').click();
  await region(page, 'Stopped')
    .getByText(/After line [\d,]+/)
    .waitFor();
  const stored = (await site.call('brandReport', { brand_id: brand.id })).total_responses;
  assert.ok(stored >= 500 && stored < 2600, `stored ${stored}`);
  await page.unroute('**/answers/import');
  // It stays while another page is looked at.
  await page.getByRole('link', { name: 'Prompts' }).click();
  await page.goBack();
  await button(page, 'Go on').click();
  await region(page, 'Imported: many.jsonl.gz').waitFor();
  assert.deepEqual(await countsIn(page, /^Imported/), ['2,600', '0', '1']);
  assert.equal((await site.call('brandReport', { brand_id: brand.id })).total_responses, 2600);
  await button(page, 'Import another file').click();
  await give(page, 'many.jsonl', lines(all.slice(0, 20)));
  await region(page, 'Preview').getByText('All 20 rows were checked').waitFor();
  assert.deepEqual(await countsIn(page, 'Preview'), ['0', '20', '0']);
  assert.ok(await button(page, 'Import').isDisabled(), 'there is nothing new');
});

test('a failure of the service keeps what was done, and going on misses nothing', async () => {
  const brand = await site.brand();
  const all = Array.from({ length: 1600 }, (_, at) => recorded(brand.name, { id: `b-${at}`, position: 1 }));
  const visitor = await site.visit();
  const page = await open(brand, visitor);
  await give(page, 'many.jsonl', lines(all));
  await region(page, 'Preview').getByText('were checked').waitFor();
  let calls = 0;
  await page.route('**/answers/import', (route) => {
    calls += 1;
    const error = { success: false, error: 'The disk is full' };
    return calls === 2 ? route.fulfill({ status: 500, json: error }) : route.continue();
  });
  await button(page, 'Import').click();
  await page.getByText('The disk is full').waitFor();
  await page.getByText('After line 500.').waitFor();
  await button(page, 'Go on').click();
  await region(page, 'Imported: many.jsonl').waitFor();
  assert.deepEqual(await countsIn(page, /^Imported/), ['1,600', '0', '0']);
  await visitor.close();
});

test('a few answers are pasted, as lines, as a list, or as CSV; what is no answer is refused', async () => {
  const brand = await site.brand();
  const page = await open(brand);
  const paste = async (text: string) => {
    await page.getByText('Paste', { exact: true }).click();
    await page.waitForURL(/\?from=paste$/);
    await page.getByRole('textbox', { name: /A few answers/ }).fill(text);
    await button(page, 'Read this').click();
    await region(page, 'Preview').getByText('were checked').waitFor();
    const counts = await countsIn(page, 'Preview');
    await button(page, 'Choose another').click();
    return counts;
  };
  const [one, two] = [1, 2].map((at) => recorded(brand.name, { id: `p-${at}`, position: 1 }));
  assert.deepEqual(await paste(JSON.stringify([one, two], null, 2)), ['2', '0', '0']);
  assert.deepEqual(await paste(`${JSON.stringify(one)}\n{"prompt": "cut`), ['1', '0', '1']);
  assert.deepEqual(await paste(CSV), ['2', '0', '2']);
});

test('the samples are what the import takes', async () => {
  const brand = await site.brand({ name: 'Brand, with "quotes"' });
  const page = await open(brand);
  for (const [link, known] of [
    ['sample.jsonl', '0'],
    ['sample.csv', '2'],
  ] as const) {
    const { name, text } = await download(page, () => page.getByText(link).click());
    await give(page, name, text);
    await region(page, 'Preview').getByText('All 2 rows were checked').waitFor();
    assert.deepEqual(await countsIn(page, 'Preview'), [known === '0' ? '2' : '0', known, '0']);
    if (known === '0') {
      await button(page, 'Import 2 answers').click();
      await button(page, 'Import another file').click();
    }
  }
});

test('what is no file to import is said, and the format can be chosen', async () => {
  const brand = await site.brand();
  const page = await open(brand);
  await give(page, 'nothing.csv', '');
  await page.getByText('nothing.csv is empty.').waitFor();
  const whole = gzipSync(lines(Array.from({ length: 200 }, (_, at) => recorded('Acme', { id: `${at}` }))));
  await give(page, 'broken.jsonl.gz', whole.subarray(0, whole.length / 2));
  await page.getByText('broken.jsonl.gz is damaged or cut off').waitFor();
  await button(page, 'Choose another').click();
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'brandscope-')), 'answers.txt');
  await fs.writeFile(file, CSV);
  await page.locator('input[type=file]').setInputFiles(file);
  await region(page, 'Columns').waitFor();
  await page.getByText('JSONL', { exact: true }).click();
  await region(page, 'Preview').getByText('All 6 rows were checked').waitFor();
  assert.deepEqual(await countsIn(page, 'Preview'), ['0', '0', '6']);
  await fs.rm(path.dirname(file), { recursive: true });
});

test('a file is dropped', async () => {
  const brand = await site.brand();
  const page = await open(brand);
  const text = lines([recorded(brand.name, { id: 'd-1', position: 1 })]);
  const data = await page.evaluateHandle((content) => {
    const { DataTransfer, File } = globalThis as unknown as Record<string, new (...given: never[]) => Json>;
    const transfer = new DataTransfer!();
    transfer.items.add(new File!([content] as never, 'dropped.jsonl' as never));
    return transfer;
  }, text);
  await page.getByText('Drop a file here').dispatchEvent('drop', { dataTransfer: data });
  await page.getByText('dropped.jsonl').waitFor();
  await button(page, 'Import 1 answer').click();
  await region(page, 'Imported: dropped.jsonl').waitFor();
  assert.equal((await answersOf(brand)).length, 1);
});

test('viewers cannot import, and are told so', async () => {
  const brand = await site.brand();
  const viewer = await site.visit({ role: 'viewer' });
  await viewer.go(`/brands/${brand.id}/import`);
  await viewer.page.getByText('Viewers cannot import').waitFor();
  assert.equal(await viewer.page.locator('input[type=file]').count(), 0);
  await assert.rejects(viewer.client.importAnswers({ brand_id: brand.id, answers: [{}], dry_run: true }), {
    status: 403,
  });
  await viewer.close();
});

for (const look of [
  { scheme: 'dark', width: 1440 },
  { scheme: 'light', width: 390 },
] as const)
  test(`nothing to object to: ${look.scheme}, ${look.width} pixels`, async () => {
    const brand = await site.brand();
    const visitor = await site.visit(look);
    const page = await open(brand, visitor);
    const assertSound = async () => {
      assert.deepEqual(await visitor.violations(), []);
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.equal(wide, 0, 'the page does not scroll sideways');
    };
    await assertSound();
    await give(page, `${'ein-sehr-langer-name-ohne-leerzeichen-'.repeat(4)}.csv`, CSV);
    await region(page, 'Preview').getByText('All 4 rows were checked').waitFor();
    await assertSound();
    await button(page, 'Import 2 answers').click();
    await region(page, 'Refused lines').waitFor();
    await assertSound();
    assert.deepEqual(visitor.faults, []);
    await visitor.close();
  });
