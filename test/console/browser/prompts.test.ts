// The prompts of a brand: seen, found, added, switched, tagged, deleted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, openConsole, type TestBrand, type Visitor } from './kit.ts';

const site = await openConsole();
const list = async ({ id }: TestBrand): Promise<Json[]> =>
  (await site.call('listPrompts', { brand_id: id })).prompts;
const textsOf = (prompts: readonly Json[]) => prompts.map(({ prompt }) => prompt);
const shown = ({ page }: Visitor) => page.locator('tbody tr[data-row] td bdi').allInnerTexts();
const row = ({ page }: Visitor, text: string) => page.locator('tbody tr[data-row]', { hasText: text });

/** Waits until the API says what is wanted; commands of the page are sent behind what it shows. */
async function until(wanted: unknown, ask: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    const found = await ask();
    try {
      assert.deepEqual(found, wanted);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

test('every prompt with its numbers, sorted, searched and filtered, all of it in the address', async () => {
  const brand = await site.brand({ name: 'Zorvexa' });
  await site.call('createPrompts', {
    brand_id: brand.id,
    prompts: [
      { prompt: 'weak one', tags: ['crm'] },
      { prompt: 'strong one', tags: ['crm', 'top'] },
      { prompt: 'never asked', tags: [] },
    ],
  });
  await site.answers(brand, [
    { prompt: 'weak one', position: 3 },
    { prompt: 'weak one', note: 'a' },
    { prompt: 'weak one', note: 'b' },
    { prompt: 'strong one', position: 1, feeling: 'good' },
  ]);
  const visitor = await site.visit();
  const { page, go, at } = visitor;
  await go(`/brands/${brand.id}/prompts?range=all`);
  await row(visitor, 'weak one').getByText('33%').waitFor();
  assert.deepEqual(await shown(visitor), ['weak one', 'strong one', 'never asked']);
  const cells = await row(visitor, 'strong one').locator('td').allInnerTexts();
  const [report] = (await site.call('promptReport', {})).report.filter(
    (one: Json) => one.prompt === 'strong one',
  );
  const numbers = [`${report.visibility}%`, `${report.sentiment}`, report.position.toFixed(2), '1'];
  assert.deepEqual(
    cells.slice(3, 7).map((cell) => cell.replace(/\s/g, '')),
    numbers,
  );
  assert.deepEqual((await row(visitor, 'never asked').locator('td').allInnerTexts()).slice(3, 7), [
    ...['–', '–', '–', '0'],
  ]);
  await page.getByRole('button', { name: 'Visibility', exact: true }).click();
  assert.deepEqual(await shown(visitor), ['strong one', 'weak one', 'never asked']);
  assert.match(at(), /sort=visibility:desc/);
  await page.keyboard.press('/');
  await page.keyboard.type('ONE weak');
  await page.waitForURL(/q=ONE/);
  assert.deepEqual(await shown(visitor), ['weak one']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'All tags' }).click();
  await page.getByRole('checkbox', { name: 'top' }).click();
  await page.keyboard.press('Escape');
  assert.deepEqual(await shown(visitor), ['strong one']);
  assert.match(at(), /tag=top/);
  await page.reload();
  await row(visitor, 'strong one').waitFor();
  assert.deepEqual(await shown(visitor), ['strong one']);
  await page.getByRole('button', { name: /^100% What Visibility of “strong one”/ }).click();
  await page.getByRole('dialog').getByText('Zorvexa', { exact: false }).first().waitFor();
  assert.deepEqual(visitor.faults, []);
  await visitor.close();
});

test('pasted prompts: what exists, what comes twice and what is too long is said before', async () => {
  const brand = await site.brand({ prompts: ['known one'] });
  const visitor = await site.visit();
  const { page, go } = visitor;
  await go(`/brands/${brand.id}/prompts`);
  await row(visitor, 'known one').waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add prompts' });
  const lines = ['first new', ' known one ', '', 'second “new”', 'first new', 'x'.repeat(2001)];
  await dialog.getByLabel('Prompts', { exact: true }).fill(lines.join('\r\n'));
  for (const text of ['2 new', '1 exists already', '1 given twice', '1 refused'])
    await dialog.getByText(text, { exact: true }).waitFor();
  await dialog.getByText('2,001 characters; at most 2,000').waitFor();
  await dialog.getByLabel('Tags').fill('fresh');
  await page.keyboard.press('Enter');
  assert.deepEqual(await visitor.violations(), []);
  await dialog.getByRole('button', { name: 'Add 2 prompts' }).click();
  await row(visitor, 'second “new”').waitFor();
  assert.deepEqual(
    (await list(brand)).map(({ prompt, tags, active }) => [prompt, tags, active]),
    [
      ['known one', [], 'Y'],
      ['first new', ['fresh'], 'Y'],
      ['second “new”', ['fresh'], 'Y'],
    ],
  );
  await visitor.close();
});

test('a CSV file: columns in any order, quotes, refused rows, and tags for those that exist', async () => {
  const brand = await site.brand({ prompts: ['known one'] });
  const visitor = await site.visit();
  const { page, go } = visitor;
  await go(`/brands/${brand.id}/prompts`);
  await page.getByRole('button', { name: 'Add prompts' }).click();
  await page.getByText('CSV file').click();
  const csv =
    '\uFEFFTags;Prompt\r\n"a; b";"says ""hi"",\r\nin two lines"\r\n;known two\r\nold;known one\r\n;\r\nonly one column\r\n;\'=formula\r\n';
  await page.locator('input[type=file]').setInputFiles({
    name: 'prompts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  const dialog = page.getByRole('dialog');
  for (const text of ['3 new', '1 exists already', '2 refused'])
    await dialog.getByText(text, { exact: true }).waitFor();
  await dialog.getByText('1 columns where the header has 2').waitFor();
  await dialog.getByLabel('Give its tags to the prompt that exists already, too').click();
  await dialog.getByRole('button', { name: 'Add 3 prompts' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(
    (await list(brand)).map(({ prompt, tags }) => [prompt, tags]),
    [
      ['known one', ['old']],
      ['says "hi",\nin two lines', ['a', 'b']],
      ['known two', []],
      ['=formula', []],
    ],
  );
  await visitor.close();
});

test('a switch is moved at once, by click and by key, and goes back when the service refuses', async () => {
  const brand = await site.brand({ prompts: ['one', 'two'] });
  const visitor = await site.visit();
  const { page, go } = visitor;
  await go(`/brands/${brand.id}/prompts`);
  const one = page.getByRole('switch', { name: 'Ask “one”' });
  await one.waitFor();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/console/api/prompt', async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  await one.click();
  assert.equal(await one.isChecked(), false);
  assert.deepEqual(
    (await list(brand)).map(({ active }) => active),
    ['Y', 'Y'],
  );
  letGo();
  await until(['N', 'Y'], async () => (await list(brand)).map(({ active }) => active));
  await page.unroute('**/console/api/prompt');
  await row(visitor, 'two').focus();
  // Three flips: the last one counts, whatever is under way.
  for (let times = 0; times < 3; times++) await page.keyboard.press('t');
  await until(['N', 'N'], async () => (await list(brand)).map(({ active }) => active));
  assert.equal(await page.getByRole('switch', { name: 'Ask “two”' }).isChecked(), false);
  await page.route('**/console/api/prompt', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { success: false, error: 'overloaded' } })
      : route.continue(),
  );
  await page.keyboard.press('t');
  await page.getByRole('alert').getByText('overloaded').waitFor();
  assert.equal(await page.getByRole('switch', { name: 'Ask “two”' }).isChecked(), false);
  await page.getByText('Active 0').click();
  assert.match(visitor.at(), /active=Y/);
  await page.getByText('No prompt matches these filters').waitFor();
  await visitor.close();
});

test('tags of one prompt and of many: what only some have stays half, and stays theirs', async () => {
  const brand = await site.brand();
  await site.call('createPrompts', {
    brand_id: brand.id,
    prompts: [
      { prompt: 'one', tags: ['both', 'some'] },
      { prompt: 'two', tags: ['both'] },
      { prompt: 'three', tags: [] },
    ],
  });
  const visitor = await site.visit();
  const { page, go } = visitor;
  await go(`/brands/${brand.id}/prompts`);
  await row(visitor, 'three').focus();
  await page.keyboard.press('e');
  await page.getByLabel('Find or add a tag').focus();
  await page.keyboard.type('new tag');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await until([['both', 'some'], ['both'], ['new tag']], async () =>
    (await list(brand)).map(({ tags }) => tags),
  );
  // The closing list gives the focus back to its row: until then it would take it from another.
  await page.getByLabel('Find or add a tag').waitFor({ state: 'detached' });
  await page.waitForFunction(() => (globalThis as Json).document.activeElement?.closest('tr') !== null);
  await row(visitor, 'one').focus();
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar');
  await bar.getByText('1 prompt chosen').waitFor();
  await page.keyboard.press('j');
  await page.waitForFunction(() =>
    (globalThis as Json).document.activeElement?.textContent?.startsWith('two'),
  );
  await page.keyboard.press('x');
  await bar.getByText('2 prompts chosen').waitFor();
  await bar.getByRole('button', { name: 'Tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags of 2 prompts' });
  assert.equal(await dialog.getByRole('checkbox', { name: 'some, some of them' }).isChecked(), false);
  assert.deepEqual(await visitor.violations(), []);
  await dialog.getByRole('checkbox', { name: 'both' }).click();
  await dialog.getByRole('checkbox', { name: 'new tag' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await until([['some', 'new tag'], ['new tag'], ['new tag']], async () =>
    (await list(brand)).map(({ tags }) => tags),
  );
  await row(visitor, 'two').getByText('new tag').waitFor();
  await bar.getByRole('button', { name: 'Deactivate' }).click();
  await until(['N', 'N', 'Y'], async () => (await list(brand)).map(({ active }) => active));
  await visitor.close();
});

test('deleting waits: undo keeps all, leaving the page sends', async () => {
  const brand = await site.brand({ prompts: ['one', 'two', 'three', 'four', 'five'] });
  const visitor = await site.visit();
  const { page, go } = visitor;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(request.postData() ?? '');
  });
  await go(`/brands/${brand.id}/prompts`);
  await row(visitor, 'one').focus();
  await page.keyboard.press('Delete');
  await page.getByText('Prompt deleted').waitFor();
  assert.deepEqual(await shown(visitor), ['two', 'three', 'four', 'five']);
  // The row in its place has the focus: the next key works on it.
  await page.waitForFunction(() => {
    const { document } = globalThis as Json;
    return document.activeElement?.textContent?.includes('two');
  });
  await page.keyboard.press('z');
  await row(visitor, 'one').waitFor();
  for (const text of ['two', 'four']) await page.getByRole('checkbox', { name: `Choose ${text}` }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 prompts deleted').waitFor();
  await row(visitor, 'five').focus();
  await page.keyboard.press('Delete');
  await page.getByText('Prompt deleted').waitFor();
  assert.deepEqual(await visitor.violations(), []);
  assert.deepEqual(await shown(visitor), ['one', 'three']);
  assert.deepEqual([sent, textsOf(await list(brand)).length], [[], 5]);
  const notice = page.getByRole('alert').filter({ hasText: '2 prompts deleted' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await row(visitor, 'four').waitFor();
  await page.getByRole('link', { name: 'Answers', exact: true }).click();
  await until(['one', 'two', 'three', 'four'], async () => textsOf(await list(brand)));
  // Closing the browser's tab sends, too.
  await go(`/brands/${brand.id}/prompts`);
  await row(visitor, 'one').focus();
  await page.keyboard.press('Delete');
  await page.getByText('Prompt deleted').waitFor();
  await page.close({ runBeforeUnload: true });
  await until(['two', 'three', 'four'], async () => textsOf(await list(brand)));
  await visitor.close();
});

test('5,000 prompts: few rows are drawn, none asks by itself, sorting asks nothing', async () => {
  const brand = await site.brand({ name: 'Many' });
  for (let part = 0; part < 5; part++) {
    const prompts = Array.from({ length: 1000 }, (_, at) => ({
      prompt: `which tool number ${((part * 1000 + at) * 7919) % 5000} is best?`,
      tags: [`tag ${at % 30}`],
    }));
    await site.call('createPrompts', { brand_id: brand.id, prompts });
  }
  const visitor = await site.visit();
  const { page, go } = visitor;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  await go(`/brands/${brand.id}/prompts`);
  await page.getByText('5,000 rows').waitFor();
  assert.ok((await page.locator('tbody tr').count()) < 80);
  await page.waitForLoadState('networkidle');
  assert.ok(asked.length < 10, asked.join('\n'));
  asked.length = 0;
  const head = page.locator('thead th').nth(1);
  for (const way of ['ascending', 'descending', 'ascending', 'descending']) {
    await head.getByRole('button').click();
    await page.locator(`thead th[aria-sort=${way}]`).waitFor();
    // How long that takes is for the bench: no more is drawn for it.
    assert.ok((await page.locator('tbody tr').count()) < 80);
  }
  assert.deepEqual((await shown(visitor))[0], 'which tool number 4999 is best?');
  assert.deepEqual(asked, []);
  const matching = Array.from({ length: 5000 }, (_, at) => `${at}`).filter((text) => text.includes('42'));
  await page.getByLabel('Search', { exact: true }).last().fill('42 number');
  await page.getByText(`${matching.length} of 5,000 rows`).waitFor();
  await visitor.close();
});

test('a viewer sees, and can change nothing', async () => {
  const brand = await site.brand({ prompts: ['one'] });
  const visitor = await site.visit({ role: 'viewer' });
  const { page, go } = visitor;
  await go(`/brands/${brand.id}/prompts`);
  await row(visitor, 'one').getByText('Active').waitFor();
  for (const name of ['Add prompts', 'Delete'])
    assert.equal(await page.getByRole('button', { name }).count(), 0);
  assert.equal(await page.getByRole('switch').count(), 0);
  await row(visitor, 'one').focus();
  for (const key of ['t', 'e', 'x', 'n', 'Delete']) await page.keyboard.press(key);
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.deepEqual(
    (await list(brand)).map(({ prompt, active }) => [prompt, active]),
    [['one', 'Y']],
  );
  assert.deepEqual(await visitor.violations(), []);
  await visitor.close();
});
