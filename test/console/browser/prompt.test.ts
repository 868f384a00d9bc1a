// The page of one prompt: its numbers, by agent, beside whom, its answers, and asking it now.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { allVendors } from '../../../src/cli/demo/vendors/all.ts';
import { startVendors } from '../../../src/cli/demo/vendors/server.ts';
import { Collector } from '../../../src/collector/collector.ts';
import type { Connections } from '../../../src/collector/connections.ts';
import { connectionsTo, near } from '../../agents/world.ts';
import { NAMES, SCORES } from '../../kit/answers.ts';
import { type Json, openConsole } from './kit.ts';

const [BRAND, RIVAL] = NAMES;
const TEXT = `1. **${RIVAL}** is reliable.\n2. **${BRAND}** is excellent.`;
const script = {
  ...{ text: TEXT, searches: ['best tool 2026'], searched: true },
  cited: [{ url: 'https://reviews.example/tools', title: 'Tools compared' }],
  consulted: [{ url: 'https://elsewhere.example/', title: 'Looked at' }],
};
const vendors = await startVendors({ vendors: allVendors, behave: () => ({ mode: 'healthy', script }) });
let connections: Connections | undefined;
let collector: Collector | undefined;
// Before the database is closed.
after(async () => {
  await collector?.stop();
  await vendors.stop();
});
const site = await openConsole((database) => {
  connections = connectionsTo(database, vendors.url, ['openai', 'anthropic']);
  return { asking: connections, onSlots: () => collector?.wake() };
});
collector =
  connections &&
  new Collector({
    ...{ context: site.context, connections, concurrency: 4, timeoutMs: 5000, plans: false, fetch: near },
    onError: (error) => site.faults.push(error),
  });
collector?.start();

test('its numbers are those of the reports, by agent and beside whom it is named', async () => {
  const brand = await site.brand({ name: BRAND, competitors: [RIVAL] });
  await site.answers(brand, [
    { prompt: 'one', agent: 'chatgpt', position: 1 },
    { prompt: 'one', agent: 'chatgpt', position: 2 },
    { prompt: 'one', agent: 'claude' },
    { prompt: 'two', agent: 'claude', position: 1 },
  ]);
  const { one } = await site.promptIds(brand);
  await site.call('tagPrompts', { brand_id: brand.id, prompt_ids: [one], add: ['crm'] });
  const visitor = await site.visit();
  const { page, go } = visitor;
  await go(`/brands/${brand.id}/prompts/${one}?range=all`);
  await page.getByRole('heading', { name: 'one' }).waitFor();
  const { report } = await site.call('promptReport', { prompt_id: one });
  await page.getByRole('button', { name: /^Visibility/ }).waitFor();
  assert.match(
    await page.locator('main').innerText(),
    new RegExp(`Visibility\\s+${report[0].visibility}\\s*%`),
  );
  const agents = await page.getByRole('table', { name: 'agents' }).locator('tbody tr').allInnerTexts();
  assert.deepEqual(
    agents.map((row) => row.replace(/\s+/g, ' ').trim()),
    [`ChatGPT 2 / 2 100% ${SCORES.plain} 1.50`, 'Claude 0 / 1 0% – –'],
  );
  const named = page.getByRole('button', { name: `${RIVAL} 2 of 3 answers` });
  await named.click();
  await page.getByRole('dialog').getByText(`Visibility of ${RIVAL}`).waitFor();
  assert.deepEqual(await visitor.violations(), []);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Share of voice', { exact: true }).click();
  await page.waitForURL(/chart=share_of_voice/);
  await page.getByText('3 answers. That is all.').waitFor();
  await page.getByRole('row', { name: /Claude/ }).click();
  await page.waitForURL(new RegExp(`/answers\\?.*prompt=${one}.*agents=claude|agents=claude.*prompt=${one}`));
  await page.getByText('1 answer. That is all.').waitFor();
  await visitor.close();
});

test('asked now, the answers come while one watches, with what the vendor sent', async () => {
  const brand = await site.brand({ name: BRAND, competitors: [RIVAL], prompts: ['best tool'] });
  const visitor = await site.visit();
  const { page, go } = visitor;
  const { 'best tool': id } = await site.promptIds(brand);
  await go(`/brands/${brand.id}/prompts/${id}`);
  const ask = page.getByRole('button', { name: 'Ask now' });
  await ask.click();
  const dialog = page.getByRole('dialog', { name: 'Ask this prompt now' });
  await dialog.getByText('ChatGPT').waitFor();
  assert.deepEqual(await visitor.violations(), []);
  await dialog.getByRole('button', { name: 'Ask 2 agents' }).click();
  await page.getByText('2 answers. That is all.').waitFor();
  const { runs, slots } = await site.call('runs', { brand_id: brand.id });
  assert.deepEqual([runs.length, slots.answered], [2, 2]);
  await page.getByRole('switch').first().click();
  await page.waitForFunction(() => !(globalThis as Json).document.querySelector('[role=switch]').checked);
  assert.equal(await ask.getAttribute('aria-disabled'), 'true');
  await page.locator('ol li a', { hasText: 'ChatGPT' }).click();
  await page.getByText('Raw response', { exact: true }).click();
  const { answers } = await site.call('answers', { brand_id: brand.id, ai_agent: ['chatgpt'] });
  const { answer } = await site.call('answer', { answer_id: answers[0].id });
  const raw = await page.locator('pre').last().innerText();
  assert.deepEqual(JSON.parse(raw), JSON.parse(answer.raw));
  const text = await page.locator('main').innerText();
  for (const wanted of ['Tools compared', 'reviews.example', 'Looked at', '“best tool 2026”', answer.model])
    assert.ok(text.includes(wanted), `${wanted} is not seen in ${text}`);
  assert.deepEqual(await visitor.violations(), []);
  assert.deepEqual([visitor.faults, site.faults], [[], []]);
  await visitor.close();
});

test('a prompt that is gone says so, and a viewer cannot ask', async () => {
  const brand = await site.brand({ prompts: ['one'] });
  const { one } = await site.promptIds(brand);
  const visitor = await site.visit({ role: 'viewer', width: 390, height: 844, scheme: 'dark' });
  const { page, go } = visitor;
  await go(`/brands/${brand.id}/prompts/${one}`);
  await page.getByRole('heading', { name: 'one' }).waitFor();
  await page.getByText('No answers in these days').first().waitFor();
  for (const name of ['Ask now', 'More']) assert.equal(await page.getByRole('button', { name }).count(), 0);
  assert.deepEqual(await visitor.violations(), []);
  await go(`/brands/${brand.id}/prompts/999999`);
  await page.getByRole('heading', { name: 'This prompt does not exist' }).waitFor();
  await page.getByRole('link', { name: 'See all prompts' }).click();
  await page.getByRole('link', { name: 'one' }).waitFor();
  await visitor.close();
});

test('deleted on its own page, it can be taken back on the list', async () => {
  const brand = await site.brand({ prompts: ['one', 'two'] });
  const { one } = await site.promptIds(brand);
  const visitor = await site.visit();
  const { page, go } = visitor;
  await go(`/brands/${brand.id}/prompts/${one}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete prompt' }).click();
  await page.getByText('Prompt deleted').waitFor();
  assert.equal(await page.getByRole('link', { name: 'one', exact: true }).count(), 0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('link', { name: 'one', exact: true }).waitFor();
  assert.equal((await site.call('prompts', { brand_id: brand.id })).prompts.length, 2);
  await visitor.close();
});
