// The page of collection, in front of a real collector that asks vendors which stand on this machine.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { Page } from 'playwright-core';
import { allVendors } from '../../../src/cli/demo/vendors/all.ts';
import { type Asked, type Behaviour, startVendors } from '../../../src/cli/demo/vendors/server.ts';
import { Collector } from '../../../src/collector/collector.ts';
import type { Connections } from '../../../src/collector/connections.ts';
import { connectionsTo, near, SECRET, script } from '../../agents/world.ts';
import { openConsole, type TestBrand, type Visitor } from './kit.ts';

const healthy: Behaviour = { mode: 'healthy', script, delayMs: 150 };
let behave: (asked: Asked) => Behaviour = () => healthy;
let collector: Collector | undefined;
let connections: Connections | undefined;
// Before the database is closed.
after(() => collector?.stop());
const vendors = await startVendors({ vendors: allVendors, behave: (asked) => behave(asked) });
after(() => vendors.stop());
const site = await openConsole((database) => {
  connections = connectionsTo(database, vendors.url, ['openai', 'anthropic', 'ollama']);
  return { asking: connections, secret: SECRET, onSlots: () => collector?.wake() };
});
collector = new Collector({
  ...{ context: site.context, connections: connections as Connections, concurrency: 2, fetch: near },
  onError: (error) => site.faults.push(error),
});
collector.start();
const owner = await site.visit();
// A key that is refused is a 400, which the browser's console tells of.
after(() =>
  assert.deepEqual(
    owner.faults.filter((fault) => !fault.includes('400 (Bad Request)')),
    [],
  ),
);
beforeEach(() => {
  behave = () => healthy;
});

const PROMPTS = ['best crm for agencies', 'crm with invoicing', 'günstiges CRM für kleine Agenturen'];
const AGENTS = [
  { agent: 'chatgpt', usd_per_answer: 0.1 },
  { agent: 'claude', usd_per_answer: 0.5 },
];

/** A brand that asks three prompts of ChatGPT (30 cents) and Claude (1.50 dollars), by hand alone. */
async function agency(plan: object = {}): Promise<TestBrand> {
  const brand = await site.brand({ name: 'Acme', prompts: PROMPTS });
  await site.call('updatePlan', { brand_id: brand.id, agents: AGENTS, ...plan });
  return brand;
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const open = async ({ id }: TestBrand, { visitor = owner, query = '' } = {}) => {
  await visitor.go(`/brands/${id}/collection${query}`);
  await region(visitor.page, 'Plan').getByText('Monthly limits').waitFor();
  return visitor.page;
};
const planOf = async ({ id }: TestBrand) => site.call('plan', { brand_id: id });
const runsOf = async ({ id }: TestBrand, input = {}) => site.call('runs', { brand_id: id, ...input });
const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const forecastRow = (page: Page, name: string | RegExp) =>
  region(page, 'Forecast').getByRole('row', { name }).getByRole('cell').allInnerTexts();

test('the forecast follows the form; saving keeps exactly what was changed', async () => {
  const brand = await agency();
  const before = await planOf(brand);
  const page = await open(brand);
  assert.deepEqual(await forecastRow(page, 'Each time'), ['6', '$1.80', '$1.80']);
  assert.deepEqual(await forecastRow(page, 'Next 30 days'), ['0', '$0.00', '$0.00']);
  await page.getByRole('switch', { name: 'Ask automatically' }).click();
  await page.getByRole('checkbox', { name: 'Claude' }).click();
  await choose(page, 'Per day or per week', 'time a day');
  await choose(page, 'Number of times', '2');
  await choose(page, 'Answers per prompt', '3');
  await choose(page, 'Country', 'Germany');
  await page.getByLabel('This brand', { exact: true }).fill('5');
  await region(page, 'Forecast').getByText('540').waitFor();
  assert.deepEqual(await forecastRow(page, 'Each time'), ['9', '$0.90', '$0.90']);
  assert.deepEqual(await forecastRow(page, 'Next 30 days'), ['540', '$54.00', '$54.00']);
  await region(page, 'Budget').getByText('$0.00 of $5.00').waitFor();
  assert.deepEqual(await planOf(brand), before, 'nothing is kept before it is saved');
  await button(page, 'Save plan').click();
  await page.getByText('Plan saved').waitFor();
  const { plan } = await planOf(brand);
  const { active, per, times, samples, country, monthly_limit_usd } = plan;
  assert.deepEqual(
    { active, per, times, samples, country, monthly_limit_usd },
    { active: 'Y', per: 'day', times: 2, samples: 3, country: 'DE', monthly_limit_usd: 5 },
  );
  assert.deepEqual(
    plan.agents.map(({ agent, chosen }: { agent: string; chosen: object }) => [agent, chosen]),
    [['chatgpt', { connection: null, model: null, usd_per_answer: 0.1 }]],
  );
  assert.ok(await button(page, 'Save plan').isDisabled());
  await site.call('updatePlan', { brand_id: brand.id, active: 'N' });
});

test('an agent can be asked through another connection, and any agent by one that is open', async () => {
  const brand = await agency();
  const page = await open(brand);
  await button(page, 'Connection and model of ChatGPT').click();
  await page.getByLabel('Model', { exact: true }).fill('gpt-of-ours');
  await button(page, 'Another agent').click();
  await dialog(page).getByLabel('Agent').fill('Deep Seek');
  await dialog(page).getByLabel('Model').fill('deepseek-r2');
  await button(page, 'Add').click();
  await button(page, 'Connection and model of deep_seek').click();
  await page.getByLabel('USD an answer').last().fill('0.02');
  await region(page, 'Plan').getByText('$0.02 an answer').waitFor();
  await button(page, 'Save plan').click();
  await page.getByText('Plan saved').waitFor();
  const { plan } = await planOf(brand);
  const chosen = Object.fromEntries(
    plan.agents.map((one: { agent: string; chosen: object }) => [one.agent, one.chosen]),
  );
  assert.deepEqual(chosen.chatgpt, { connection: null, model: 'gpt-of-ours', usd_per_answer: 0.1 });
  assert.deepEqual(chosen.deep_seek, { connection: 'ollama', model: 'deepseek-r2', usd_per_answer: 0.02 });
});

test('running now: its cost before, a yes above a dollar, progress, and no polling afterwards', async () => {
  const brand = await agency();
  const page = await open(brand);
  await button(page, 'Run now').click();
  await dialog(page).getByText('6 answers, about $1.80').waitFor();
  assert.ok(await button(page, 'Ask now').isDisabled());
  await dialog(page).getByRole('checkbox', { name: 'Claude' }).click();
  await dialog(page).getByText('3 answers, about $0.30').waitFor();
  assert.equal(await dialog(page).getByText('Yes, spend').count(), 0, 'thirty cents need no second yes');
  await dialog(page).getByRole('checkbox', { name: 'Claude' }).click();
  await dialog(page).getByLabel('Yes, spend up to $1.80').click();
  let polls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/runs')) polls++;
  });
  behave = () => ({ ...healthy, delayMs: 900 });
  await button(page, 'Ask now').click();
  const progress = region(page, 'Asking now');
  await progress
    .getByText(/being asked/)
    .first()
    .waitFor();
  await hide(page, true);
  await page.waitForTimeout(300);
  const seen = polls;
  await page.waitForTimeout(2600);
  assert.equal(polls, seen, 'a hidden tab asks nothing');
  await hide(page, false);
  const done = region(page, 'Done');
  await done.getByText('6 of 6').waitFor();
  assert.deepEqual(await done.getByText('3 answered').count(), 2);
  const { slots } = await runsOf(brand);
  assert.deepEqual([slots.answered, slots.waiting, slots.asking], [6, 0, 0]);
  await page.waitForTimeout(500);
  const after = polls;
  await page.waitForTimeout(2500);
  assert.equal(polls, after, 'nothing is open any more');
  await region(page, 'Budget')
    .getByText(/^\$0\.\d+ of \$10\.00$/)
    .waitFor();
  await page.getByRole('row').filter({ hasText: 'Answered' }).first().click();
  await page.waitForURL(/\/answers\/\d+$/);
});

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(
    (state) => {
      const { document } = globalThis as unknown as { document: EventTarget };
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    isHidden ? 'hidden' : 'visible',
  );

test('failures say what to do; filters, page and the open run are in the address', async () => {
  const brand = await agency({ agents: [AGENTS[0]] });
  behave = ({ prompt }) => (prompt === PROMPTS[1] ? { mode: 'fail', failure: 'refused' } : healthy);
  await site.call('collect', { brand_id: brand.id });
  while ((await runsOf(brand)).slots.answered < 2 || (await runsOf(brand)).slots.failed < 1);
  const page = await open(brand);
  const rows = region(page, 'Runs').locator('tbody tr');
  await rows.nth(2).waitFor();
  await choose(page, 'Filter by state', 'Failed');
  await page.waitForURL(/\?state=failed$/);
  await rows.nth(1).waitFor({ state: 'detached' });
  assert.match(await rows.innerText(), /crm with invoicing[\s\S]*Failed[\s\S]*Declined to answer/);
  await rows.click();
  await dialog(page).getByText('other wording may help').waitFor();
  const [run] = (await runsOf(brand, { state: 'failed' })).runs;
  assert.equal(owner.at(), `/brands/${brand.id}/collection?state=failed&run=${run.id}`);
  assert.ok(await dialog(page).getByText(run.message).isVisible());
  await page.reload();
  await dialog(page).getByText(run.message).waitFor();
  await button(page, 'Ask again').click();
  await page.getByText('Asks “crm with invoicing”.').waitFor();
  await page.getByText('1 answer, about $0.10').waitFor();
  behave = () => healthy;
  await button(page, 'Ask now').click();
  await page.getByText('1 asking started').waitFor();
  while ((await runsOf(brand)).slots.answered < 3);
  await page.goBack();
  await page.waitForURL(/\/collection\?state=failed$/);
  await choose(page, 'Filter by agent', 'ChatGPT');
  await page.waitForURL(/\?state=failed&agent=chatgpt$/);
});

test('what keeps agents from being asked is said, with what to do', async () => {
  const brand = await agency({ monthly_limit_usd: 0 });
  const page = await open(brand);
  await page.getByText('Nothing is asked at present').waitFor();
  await page.getByText(/The monthly limit is reached/).waitFor();
  await button(page, 'Change the limit').click();
  assert.equal(await page.evaluate('document.activeElement.id'), 'monthly_limit_usd');
  const other = await agency({ agents: [AGENTS[1]] });
  behave = () => ({ mode: 'fail', failure: 'auth' });
  await site.call('collect', { brand_id: other.id });
  while ((await runsOf(other)).pauses.length === 0);
  await open(other);
  await page.getByText('Anthropic pauses: key refused').waitFor();
  await button(page, 'Replace the key').click();
  await dialog(page).getByText('Key for Anthropic').waitFor();
  const idle = await site.brand({ name: 'Idle' });
  await open(idle);
  await page.getByText('No prompt is active').waitFor();
  assert.ok(await button(page, 'Run now').isDisabled());
});

test('vendor keys are set, replaced and deleted by owners, and never shown', async () => {
  const brand = await agency();
  const key = 'sk-secret-of-this-account-9876';
  const page = await open(brand);
  const row = region(page, 'Vendor keys').getByRole('row', { name: /Google Gemini/ });
  await row.getByText('Not set up').waitFor();
  await row.getByRole('button', { name: 'Set key for Google Gemini' }).click();
  await dialog(page).getByText('set GEMINI_API_KEY').waitFor();
  await dialog(page).getByLabel('Key', { exact: true }).fill('kéy');
  await button(page, 'Save key').click();
  await dialog(page).getByText('visible ASCII characters').waitFor();
  await dialog(page).getByLabel('Key', { exact: true }).fill(key);
  await button(page, 'Save key').click();
  await row.getByText('····9876').waitFor();
  await row.getByText('Own key').waitFor();
  assert.ok(!(await page.content()).includes(key));
  assert.ok((await planOf(brand)).available.some(({ agent }: { agent: string }) => agent === 'gemini'));
  await page.getByRole('checkbox', { name: 'Gemini' }).waitFor();
  const editor = await site.visit({ role: 'editor' });
  await open(brand, { visitor: editor });
  await region(editor.page, 'Vendor keys').getByText('····9876').waitFor();
  assert.equal(await editor.page.getByRole('button', { name: /(Replace|Delete|Set) key for/ }).count(), 0);
  await editor.close();
  await row.getByRole('button', { name: 'Delete key for Google Gemini' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await row.getByText('Not set up').waitFor();
  assert.deepEqual((await site.client.vendorKeys()).vendor_keys, []);
});

test('a viewer sees the plan and cannot change it', async () => {
  const brand = await agency();
  const viewer = await site.visit({ role: 'viewer' });
  const page = await open(brand, { visitor: viewer });
  await page.getByText('Viewers see the plan and cannot change it.').waitFor();
  assert.ok(await page.getByRole('switch', { name: 'Ask automatically' }).isDisabled());
  for (const name of ['Run now', 'Save plan', 'Discard']) assert.equal(await button(page, name).count(), 0);
  assert.deepEqual(viewer.faults, []);
  await viewer.close();
});

test('an error keeps what was there and offers a retry', async () => {
  const brand = await agency();
  const visitor = await site.visit();
  const page = await open(brand, { visitor });
  const broken = '**/console/api/plan';
  await page.route(broken, (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Broken' } }),
  );
  await page.getByRole('switch', { name: 'Ask automatically' }).click();
  await button(page, 'Save plan').click();
  await region(page, 'Plan').getByText('Broken').waitFor();
  assert.ok(await page.getByRole('switch', { name: 'Ask automatically' }).isChecked());
  await page.unroute(broken);
  await button(page, 'Save plan').click();
  await page.getByText('Plan saved').waitFor();
  await visitor.close();
});

for (const look of [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 390 },
] as const)
  test(`nothing to object to: ${look.scheme}, ${look.width} pixels`, async () => {
    const brand = await agency();
    const visitor = await site.visit(look);
    const page = await open(brand, { visitor });
    await region(page, 'Vendor keys').getByText('OpenRouter').waitFor();
    await assertSound(visitor);
    await button(page, 'Connection and model of Claude').click();
    await assertSound(visitor);
    await button(page, 'Run now').click();
    await dialog(page).getByText('6 answers, about $1.80').waitFor();
    await assertSound(visitor);
    await page.keyboard.press('Escape');
    await button(page, 'Set key for OpenRouter').click();
    await dialog(page).getByText('Key for OpenRouter').waitFor();
    await assertSound(visitor);
    assert.deepEqual(visitor.faults, []);
    await visitor.close();
  });

async function assertSound(visitor: Visitor): Promise<void> {
  assert.deepEqual(await visitor.violations(), []);
  const wide = await visitor.page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.equal(wide, 0, 'the page does not scroll sideways');
}
