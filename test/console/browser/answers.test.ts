// The answers of a brand: the list without an end, the reader with its marks, and texts that mean harm.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { NAMES } from '../../kit/answers.ts';
import { harmIn, watch } from './harm.ts';
import { type Json, openConsole, type TestBrand, type Visitor } from './kit.ts';
import * as payloads from './payloads.ts';

const site = await openConsole();
const [BRAND, RIVAL] = NAMES;
const DAY = '2026-10-05';
const at = (second: number) => new Date(Date.parse(`${DAY}T12:00:00Z`) + 1000 * second).toISOString();

async function imported(brand: TestBrand, answers: readonly object[]): Promise<void> {
  const list = answers.map((one, second) => ({
    prompt: 'best tool',
    agent: 'chatgpt',
    answered_at: at(second),
    ...one,
  }));
  assert.deepEqual((await site.call('importAnswers', { brand_id: brand.id, answers: list })).refused, []);
}
const idsOf = async (brand: TestBrand, body: object = {}): Promise<number[]> =>
  (await site.call('answers', { brand_id: brand.id, limit: 1000, ...body })).answers.map(
    ({ id }: Json) => id,
  );
const focused = ({ page }: Visitor) =>
  page.evaluate(() => (globalThis as Json).document.activeElement?.getAttribute('href') ?? '');
const idOf = (href: string) => Number(/answers\/(\d+)/.exec(href)?.[1]);

test('newest first, without an end, by keys; back from the reader to the answer that was read last', async () => {
  const brand = await site.brand({ name: BRAND });
  await imported(
    brand,
    Array.from({ length: 120 }, (_, second) => ({ answer: `Answer number ${second} names nobody.` })),
  );
  const ids = await idsOf(brand);
  const visitor = await site.visit();
  const { page, go, at: here } = visitor;
  await go(`/brands/${brand.id}/answers?range=all`);
  await page.getByText('120 answers').first().waitFor();
  await page.getByText('Answer number 119').waitFor();
  await page.keyboard.press('j');
  await page.waitForFunction(() => (globalThis as Json).document.activeElement?.dataset.answer === '0');
  assert.equal(idOf(await focused(visitor)), ids[0]);
  for (const end of [49, 99, 119]) {
    await page.keyboard.press('End');
    await page.keyboard.press('j');
    await page.waitForFunction(
      (place) => Number((globalThis as Json).document.activeElement?.dataset.answer) >= place,
      Math.min(end + 1, 119),
    );
  }
  assert.equal(idOf(await focused(visitor)), ids.at(-1));
  for (let up = 0; up < 40; up++) await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => (globalThis as Json).document.activeElement?.dataset.answer === '79');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/answers/${ids[79]}\\?range=all$`));
  for (const [key, place] of [
    ['j', 80],
    ['ArrowRight', 81],
    ['k', 80],
    ['j', 81],
  ] as const) {
    await page.locator('[data-answer-text]').getByText('Answer number').waitFor();
    await page.keyboard.press(key);
    await page.waitForURL(new RegExp(`/answers/${ids[place]}\\?`));
  }
  await page.goBack();
  await page.waitForFunction(() => (globalThis as Json).document.activeElement?.dataset.answer === '81');
  assert.equal(here(), `/brands/${brand.id}/answers?range=all`);
  assert.equal(idOf(await focused(visitor)), ids[81]);
  assert.deepEqual(visitor.faults, []);
  await visitor.close();
});

test('filters are in the address; the reader stays within them, also from a link of its own', async () => {
  const brand = await site.brand({ name: BRAND });
  await site.answers(
    brand,
    ['chatgpt', 'claude'].flatMap((agent) =>
      [1, 2, 3].flatMap((day) => [
        { prompt: 'one', agent, day: `2026-10-0${day}`, position: day },
        { prompt: 'two', agent, day: `2026-10-0${day}` },
      ]),
    ),
  );
  const prompts = await site.promptIds(brand);
  const visitor = await site.visit();
  const { page, go } = visitor;
  await go(`/brands/${brand.id}/answers?from=2026-10-01&to=2026-10-02&agents=claude`);
  const rows = page.locator('ol li');
  await rows.nth(3).waitFor();
  assert.equal(await rows.count(), 4);
  await page.getByText('Not named', { exact: true }).first().click();
  await page.waitForURL(/mentioned=no/);
  await page.getByRole('combobox', { name: 'Prompt' }).click();
  await page.getByRole('option', { name: 'two' }).click();
  await page.waitForURL(new RegExp(`prompt=${prompts.two}`));
  const body = {
    prompt_id: prompts.two,
    ai_agent: ['claude'],
    date: { from: '2026-10-01', to: '2026-10-02' },
  };
  const ids = await idsOf(brand, { ...body, mentioned: false });
  await page.waitForFunction(() => (globalThis as Json).document.querySelectorAll('ol li a').length === 2);
  const links = await page
    .locator('ol li a')
    .evaluateAll((all) => all.map((one: Json) => one.getAttribute('href') ?? ''));
  assert.deepEqual(links.map(idOf), ids);
  assert.deepEqual(await visitor.violations(), []);
  await visitor.close();
  await staysWithin(brand, ids, new URL(page.url()).search);
});

/** The older of two by its own address: the newer one is found although no list was opened. */
async function staysWithin(brand: TestBrand, ids: readonly number[], search: string): Promise<void> {
  const visitor = await site.visit();
  const { page, go } = visitor;
  await go(`/brands/${brand.id}/answers/${ids[1]}${search}`);
  await page.getByRole('heading', { name: 'two' }).waitFor();
  const newer = page.getByRole('button', { name: 'Newer answer' });
  await page.waitForFunction(
    () =>
      (globalThis as Json).document.querySelector('[aria-label="Newer answer"]')?.ariaDisabled === 'false',
  );
  assert.equal(
    await page.getByRole('button', { name: 'Older answer' }).getAttribute('aria-disabled'),
    'true',
  );
  await newer.click();
  await page.waitForURL(new RegExp(`/answers/${ids[0]}\\?`));
  assert.equal(await newer.getAttribute('aria-disabled'), 'true');
  await page.keyboard.press('u');
  await page.locator('ol li').nth(1).waitFor();
  assert.equal(new URL(page.url()).search, search);
  await visitor.close();
}

test('tags hold in the reader as well, and leave the page of a prompt alone', async () => {
  const brand = await site.brand({ name: BRAND });
  await site.call('createPrompts', {
    brand_id: brand.id,
    prompts: [{ prompt: 'one', tags: ['crm'] }, 'two'],
  });
  await site.answers(
    brand,
    ['one', 'two', 'one', 'two'].map((prompt, second) => ({ prompt, at: at(second) })),
  );
  const ids = await idsOf(brand);
  const { two } = await site.promptIds(brand);
  const visitor = await site.visit();
  const { page, go } = visitor;
  await go(`/brands/${brand.id}/answers?range=all&tag=crm`);
  await page.getByText('2 answers. That is all.').waitFor();
  await page.locator('ol li a').first().click();
  await page.waitForURL(new RegExp(`/answers/${ids[1]}\\?`));
  await page.locator('[data-answer-text] p').first().waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(new RegExp(`/answers/${ids[3]}\\?`));
  await go(`/brands/${brand.id}/prompts/${two}?range=all&tag=crm`);
  await page.getByText('2 answers. That is all.').waitFor();
  await page.locator('ol li a').first().click();
  await page.waitForURL(new RegExp(`/answers/${ids[0]}\\?range=all&prompt=${two}`));
  await page.locator('[data-answer-text] p').first().waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(new RegExp(`/answers/${ids[2]}\\?`));
  assert.deepEqual(visitor.faults, []);
  await visitor.close();
});

const MARKED = `# ${BRAND} & Co

**${BRAND}** is excellent, [${BRAND} again](https://zorvexa.example/a_b). ${RIVAL} is slow: \\*${RIVAL}\\*.

| tool | note |
| --- | --- |
| **${RIVAL}** | AT&amp;T \\| ${BRAND} |

> quoted ${BRAND}
> and &lt;${RIVAL}&gt;

\`${BRAND}\` and <b>${RIVAL}</b>`;

test('marks stand where the metrics counted, whatever is written around them', async () => {
  const brand = await site.brand({ name: BRAND, competitors: [RIVAL] });
  await imported(brand, [{ answer: MARKED }, { answer: `\uFEFF${MARKED.replaceAll('\n', '\r\n')}` }]);
  for (const scheme of ['light', 'dark'] as const) {
    const visitor = await site.visit({ scheme });
    const { page, go } = visitor;
    for (const id of await idsOf(brand)) {
      await go(`/brands/${brand.id}/answers/${id}?range=all`);
      await page.locator('mark').first().waitFor();
      const { answer } = await site.call('answer', { answer_id: id });
      for (const [place, mention] of answer.mentions.entries()) {
        const marks = await page.locator(`mark[data-mention="${place}"]`).allInnerTexts();
        const spans = mention.spans.map(([start, end]: [number, number]) =>
          answer.answer.slice(start, end).replace('&amp;', '&'),
        );
        assert.deepEqual(marks, spans, `${mention.name} in answer ${id}`);
        assert.ok(mention.entity === 'untracked' || spans.length >= 4, `${spans.length} of ${mention.name}`);
      }
    }
    const own = page.locator('mark[data-entity=brand]').nth(1);
    const rival = page.locator('mark[data-entity=tracked]').first();
    // Told apart without colours: by the form of the line below, and by weight.
    const form = (one: typeof own) =>
      one.evaluate((mark) => (globalThis as Json).getComputedStyle(mark).borderBottomStyle);
    assert.deepEqual([await form(own), await form(rival)], ['solid', 'dashed']);
    await own.hover();
    await page.getByRole('tooltip').getByText(BRAND).first().waitFor();
    await page.getByRole('tooltip').getByText('Your brand').waitFor();
    await rival.focus();
    await page.getByRole('tooltip').getByText('Competitor').waitFor();
    assert.deepEqual(await visitor.violations(), []);
    await page.keyboard.press('Escape');
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    assert.deepEqual(visitor.faults, []);
    await visitor.close();
  }
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, part) =>
    list.slice(part * size, part * size + size),
  );

/** A brand whose every text means harm. */
async function harmfulBrand(): Promise<{ brand: TestBrand; answers: payloads.Payload[][] }> {
  for (const name of payloads.names.slice(1)) await site.brand({ name });
  const [name, ...rivals] = payloads.names;
  const brand = await site.brand({ name: name!, competitors: rivals });
  for (const domain of payloads.domains)
    await assert.rejects(
      site.call('createBrand', { name: 'x', domain }),
      /domain must be a valid domain name/,
    );
  const { tags } = payloads;
  await site.call('createPrompts', {
    brand_id: brand.id,
    prompts: payloads.prompts.map((prompt, place) => ({
      prompt,
      tags: [tags[place % tags.length], tags[(place + 1) % tags.length]],
    })),
  });
  const answers = [
    ...chunks([...payloads.html, ...payloads.markdown], 14),
    ...payloads.openEnded.map((one) => [one]),
    payloads.names.map((name) => [name, name.replace('&lt;i&gt;', '<i>')] as const),
  ];
  await imported(
    brand,
    answers.map((texts, place) => ({
      prompt: payloads.prompts[place % payloads.prompts.length],
      model: payloads.names[place % payloads.names.length],
      searches: [...payloads.prompts],
      citations: payloads.citations,
      answer: texts.map(payloads.given).join('\n\n'),
    })),
  );
  return { brand, answers: answers.toReversed() };
}

test('150 texts that mean harm: seen as text, nothing runs, nothing is loaded, nothing is asked elsewhere', async () => {
  assert.ok(payloads.all.length >= 150, `${payloads.all.length} payloads`);
  const { brand, answers } = await harmfulBrand();
  const visitor = await site.visit();
  const { page, go } = visitor;
  const harm = await watch(visitor);
  const textOf = async (selector = 'main') => oneLine(await page.locator(selector).innerText());
  const sees = async (wanted: readonly string[], selector?: string) => {
    const text = await textOf(selector);
    for (const one of wanted)
      assert.ok(text.includes(oneLine(one)), `${one} is not seen in ${text.slice(0, 20_000)}`);
    assert.deepEqual(await page.locator('main').evaluate(harmIn), []);
  };
  await go('/');
  await page.getByText(payloads.names[1]!).first().waitFor();
  await sees(payloads.names);
  await go(`/brands/${brand.id}/prompts?range=all`);
  await page.getByText(payloads.prompts[0]!).first().waitFor();
  await sees([...payloads.prompts, ...payloads.tags]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const csv = (await fs.readFile(await (await saved).path(), 'utf8')).replace(/^\uFEFF/, '');
  for (const cell of parse(csv, { record_delimiter: '\r\n' }).flat())
    assert.ok(!/^[=+@\t\r]|^-\D/.test(cell), `a spreadsheet would run ${cell}`);
  await page.getByRole('button', { name: 'All tags' }).click();
  for (const tag of payloads.tags) await page.getByRole('checkbox', { name: tag, exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await readAll({ visitor, brand, answers, sees });
  await go(`/brands/${brand.id}/prompts/${(await site.promptIds(brand))[payloads.prompts[1]!]}?range=all`);
  await page.getByRole('heading', { name: payloads.prompts[1]! }).waitFor();
  await sees([payloads.prompts[1]!, ...payloads.tags.slice(1, 3)]);
  const links = await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link')
    .evaluateAll((all) => all.map((one: Json) => one.getAttribute('href') ?? ''));
  for (const link of links) {
    await go(link);
    await page.locator('main h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(await page.locator('main').evaluate(harmIn), [], link);
  }
  assert.deepEqual([harm, visitor.faults], [[], []]);
  await visitor.close();
});

type Reading = {
  visitor: Visitor;
  brand: TestBrand;
  answers: payloads.Payload[][];
  sees: (wanted: readonly string[], selector?: string) => Promise<void>;
};

/** Goes through the list and all its answers. */
async function readAll({ visitor: { page, go }, brand, answers, sees }: Reading): Promise<void> {
  await go(`/brands/${brand.id}/answers?range=all`);
  await page.getByText('That is all.').waitFor();
  await sees(payloads.prompts.slice(0, answers.length));
  const ids = await idsOf(brand);
  await go(`/brands/${brand.id}/answers/${ids[0]}?range=all`);
  for (const [place, texts] of answers.entries()) {
    await page.waitForURL(new RegExp(`/answers/${ids[place]}\\?`));
    const text = page.locator('[data-answer-text]');
    await text
      .getByText(oneLine(payloads.seen(texts[0]!)).slice(0, 30))
      .first()
      .waitFor();
    await sees(texts.map(payloads.seen), '[data-answer-text]');
    for (const mark of (await text.locator('mark').all()).slice(0, 3)) await mark.hover();
    await page.keyboard.press('j');
  }
  // What is no address of the web is no source.
  const cited = payloads.citations.filter(({ url }) => /^https?:/.test(url));
  await sees([...cited.map(({ title }) => title), ...payloads.prompts]);
  assert.equal(await page.getByText('javascript title').count(), 0);
}
