// Roles and accounts: who may do what, and where.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { consoleOperations } from '../../contract/console.ts';
import type { Operation } from '../../contract/operation.ts';
import { contract } from '../../contract/table.ts';
import { openapi } from '../../src/http/openapi.ts';
import { createAccount } from '../../src/operations/accounts.ts';
import { type Browser, outcome, PASSWORD, startSite } from './site.ts';

const site = await startSite();
const FORBIDDEN = [403, 'Access denied'];
const all = Object.entries<Operation>({ ...contract, ...consoleOperations });
/** What changes something, and what shows everything at once. */
const guarded = all.filter(([, { writes, role }]) => writes || role);
const ofOwners = all.filter(([, { role }]) => role === 'owner').map(([name]) => name);

/** The outcome of every one of these operations, with the example as its body. */
async function outcomes(browser: Browser, operations: typeof all) {
  const found: Record<string, unknown> = {};
  for (const [name, { method, path, example }] of operations)
    found[name] = await browser.refusal(`/api${path}`, example, { method });
  return found;
}

const isForbidden = (found: unknown) => JSON.stringify(found) === JSON.stringify(FORBIDDEN);

it('a viewer is refused every operation that writes, before it is looked at what it is about', async () => {
  const { browser } = await site.owner();
  const viewer = (await site.member(browser, 'viewer')).browser;
  assert.ok(guarded.length > 15);
  for (const [name, found] of Object.entries(await outcomes(viewer, guarded)))
    assert.deepEqual(found, FORBIDDEN, name);
  const reading = all.filter((one) => !guarded.includes(one));
  for (const [name, found] of Object.entries(await outcomes(viewer, reading)))
    assert.ok(!isForbidden(found), name);
  assert.equal((await browser.client.members()).members.length, 2);
  assert.deepEqual((await viewer.client.brands()).brands, []);
});

it('an operation that is not marked as writing writes nothing', async () => {
  const { browser, account_id } = await site.owner();
  const { brand } = await browser.client.createBrand({ name: 'Zorvexa' });
  const { prompts } = await browser.client.createPrompts({ brand_id: brand.id, prompts: ['best tool'] });
  const answer = {
    prompt: 'best tool',
    agent: 'chatgpt',
    answer: 'Zorvexa.',
    answered_at: '2026-01-01T00:00:00Z',
  };
  await browser.client.importAnswers({ brand_id: brand.id, answers: [answer] });
  const answer_id = (await browser.client.answers({ brand_id: brand.id })).answers[0]!.id;
  const before = await everything(account_id);
  for (const [name, { method, path, example, writes }] of all) {
    if (writes) continue;
    const ids = { brand_id: brand.id, prompt_id: prompts[0]!.id, answer_id };
    const known = Object.entries(ids).filter(([id]) => id in example);
    await browser.refusal(`/api${path}`, { ...example, ...Object.fromEntries(known) }, { method });
    assert.deepEqual(await everything(account_id), before, name);
  }
});

/** Every row that belongs to the account, by table. */
async function everything(accountId: number): Promise<Record<string, unknown>> {
  const { rows: tables } = await site.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await site.database.pool.query(
      `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as rows from ${name} t where account_id = $1`,
      [accountId],
    );
    found[name] = rows[0].rows;
  }
  assert.ok(tables.length > 10);
  return found;
}

it('a viewer takes the data along, through the console as through the API', async () => {
  const { browser } = await site.owner();
  const { brand } = await browser.client.createBrand({ name: 'Zorvexa' });
  await browser.client.createPrompts({ brand_id: brand.id, prompts: ['best tool', '=1+1'] });
  const viewer = (await site.member(browser, 'viewer')).browser;
  const lines = await viewer.client.export({ brand_id: brand.id, what: 'prompts' });
  const prompts = (await lines.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).prompt);
  assert.deepEqual(prompts, ['best tool', '=1+1']);
  const table = await viewer.client.export({ brand_id: brand.id, what: 'prompts', format: 'csv' });
  assert.match(await table.text(), /^id,prompt,[^\n]+\n\d+,best tool,Y,[^\n]+\n\d+,'=1\+1,Y,/);
  const other = (await site.owner()).browser;
  assert.deepEqual(await outcome(other.client.export({ brand_id: brand.id, what: 'prompts' })), [
    404,
    'Brand not found',
  ]);
});

it('an editor writes everything but what is for owners', async () => {
  const { browser } = await site.owner();
  const editor = (await site.member(browser, 'editor')).browser;
  for (const [name, found] of Object.entries(await outcomes(editor, all)))
    assert.equal(isForbidden(found), ofOwners.includes(name), `${name}: ${found}`);
  const { brand } = await editor.client.createBrand({ name: 'Zorvexa' });
  assert.equal(await outcome(editor.client.deleteBrand({ brand_id: brand.id })), 200);
});

it('members, keys and the account itself are for owners', () => {
  const expected = ['renameAccount', 'deleteAccount', 'inviteMember', 'revokeInvitation', 'changeRole'];
  for (const name of [...expected, 'removeMember', 'createKey', 'deleteKey'])
    assert.ok(ofOwners.includes(name), name);
  const onlyShown = all.filter(([, { role, writes }]) => role && !writes).map(([name]) => name);
  assert.deepEqual(onlyShown, ['exportAccount']);
});

it('an account of others is refused, whatever is asked of it', async () => {
  const [own, other] = [await site.owner(), await site.owner()];
  own.browser.account = other.account_id;
  for (const [name, found] of Object.entries(await outcomes(own.browser, all)))
    assert.deepEqual(found, FORBIDDEN, name);
  own.browser.account = 999_999;
  assert.deepEqual(await outcome(own.browser.client.brands()), FORBIDDEN);
  for (const given of ['0', '-1', 'x', '1.5', '1e1', '99999999999', `${own.account_id},${other.account_id}`])
    assert.deepEqual(
      await own.browser.refusal('/api/brands', {}, { headers: { 'x-account': given } }),
      [400, 'X-Account must be the id of an account'],
      given,
    );
});

it("an account's things are not found from another one", async () => {
  const [own, other] = [await site.owner(), await site.owner()];
  const { brand } = await other.browser.client.createBrand({ name: 'Zorvexa' });
  const { created } = await other.browser.client.createKey({ name: 'theirs' });
  const { invitation } = await other.browser.client.inviteMember({ email: 'x@x.example', role: 'viewer' });
  const { members } = await other.browser.client.members();
  const { client } = own.browser;
  assert.deepEqual(await outcome(client.brandReport({ brand_id: brand.id })), [404, 'Brand not found']);
  assert.deepEqual(await outcome(client.createKey({ name: 'k', brand_id: brand.id })), [
    404,
    'Brand not found',
  ]);
  assert.deepEqual(await outcome(client.deleteKey({ key_id: created.id, name: 'theirs' })), [
    404,
    'Key not found',
  ]);
  const member_id = members[0]!.id;
  const NO_MEMBER = [404, 'Member not found'];
  assert.deepEqual(await outcome(client.changeRole({ member_id, role: 'viewer' })), NO_MEMBER);
  assert.deepEqual(await outcome(client.removeMember({ member_id })), NO_MEMBER);
  assert.deepEqual(await outcome(client.revokeInvitation({ invitation_id: invitation.id })), [
    404,
    'Invitation not found',
  ]);
  assert.equal((await other.browser.client.members()).invitations.length, 1);
});

it('a person of several accounts chooses one; without a choice it is the first', async () => {
  const { browser, account_id, email } = await site.owner('First');
  const second = await createAccount(site.context, { name: 'Second', email });
  assert.equal(second.password, null);
  const { accounts } = await browser.client.me();
  assert.deepEqual(accounts, [
    { id: account_id, name: 'First', role: 'owner' },
    { id: second.account_id, name: 'Second', role: 'owner' },
  ]);
  assert.equal((await browser.client.account()).account.name, 'First');
  browser.account = second.account_id;
  assert.equal((await browser.client.account()).account.name, 'Second');
});

it('a key reaches no operation of the console', async () => {
  const { key } = await site.owner();
  const paths = new Set(Object.keys((openapi('test') as { paths: object }).paths));
  for (const { method, path } of Object.values<Operation>(consoleOperations)) {
    assert.ok(!paths.has(path), path);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await site.inject({ method, url: `/api/v1${path}`, headers, payload: '{}' });
    assert.equal(response.statusCode, 404, path);
  }
});

it('an owner renames the account, and deletes it by repeating its name', async () => {
  const { browser, account_id, email, key } = await site.owner('Old name');
  const viewer = await site.member(browser, 'viewer');
  const { client } = browser;
  assert.equal((await client.renameAccount({ name: ' New name ' })).account.name, 'New name');
  const { brand } = await client.createBrand({ name: 'Zorvexa' });
  const answer = {
    prompt: 'best tool',
    agent: 'chatgpt',
    answer: 'Zorvexa.',
    answered_at: '2026-01-01T00:00:00Z',
  };
  await client.importAnswers({ brand_id: brand.id, answers: [answer] });
  const wrong = [400, 'name must be the name of the account, as it is written'];
  assert.deepEqual(await outcome(client.deleteAccount({ name: 'new name' })), wrong);
  const elsewhere = await createAccount(site.context, { name: 'Elsewhere', email });
  assert.equal((await client.deleteAccount({ name: 'New name' })).message, 'Account deleted successfully');
  const empty = await everything(-1);
  assert.deepEqual(await everything(account_id), empty);
  const api = await site.inject({
    method: 'POST',
    url: '/api/v1/brands',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: '{}',
  });
  assert.equal(api.statusCode, 401);
  // Who is a member elsewhere stays; who is not is forgotten with the account.
  assert.deepEqual(
    (await client.me()).accounts.map(({ id }) => id),
    [elsewhere.account_id],
  );
  assert.deepEqual(await viewer.browser.refusal('/me'), [401, 'Not signed in']);
  assert.deepEqual(
    await site.browser().refusal('/auth/sign-in/email', { email: viewer.email, password: PASSWORD }),
    [401, 'E-mail address or password is wrong'],
  );
});

it('a creation of the console is done once per Idempotency-Key and person', async () => {
  const { browser } = await site.owner();
  const editor = (await site.member(browser, 'editor')).browser;
  const create = (by: Browser) =>
    by.ok('/api/brand', { name: 'Zorvexa' }, { headers: { 'idempotency-key': 'one' } });
  const [first, again, others] = [await create(browser), await create(browser), await create(editor)];
  assert.equal(first.brand.id, again.brand.id);
  assert.notEqual(first.brand.id, others.brand.id);
  assert.equal((await browser.client.brands()).brands.length, 2);
});

it('the limit per minute counts for each person by themselves', async () => {
  const limited = await startSite({ rateLimitPerMinute: 3 });
  const [one, two] = [await limited.owner(), await limited.owner()];
  for (let at = 0; at < 3; at++) assert.equal(await one.browser.refusal('/api/brands'), 200);
  const { status, headers } = await one.browser.send('/api/brands');
  assert.deepEqual([status, Number(headers['retry-after']) > 0], [429, true]);
  assert.equal(await two.browser.refusal('/api/brands'), 200);
});

it('a member without any account left sees themselves and nothing else', async () => {
  const { browser } = await site.owner();
  const guest = await site.member(browser, 'viewer');
  await site.database.pool.query(
    'delete from members where user_id = (select id from users where email = $1)',
    [guest.email],
  );
  assert.deepEqual((await guest.browser.client.me()).accounts, []);
  assert.deepEqual(await outcome(guest.browser.client.brands()), FORBIDDEN);
});
