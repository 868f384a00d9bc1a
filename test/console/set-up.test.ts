// The first account: by the link from the log, once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAccount } from '../../src/operations/accounts.ts';
import { PASSWORD, startSite, tokenOf } from './site.ts';

const DONE = [400, 'Set-up is done already'];
const WRONG = [403, 'The set-up link is not valid: take the newest one from the log of the service'];
const choice = (token: string, email = 'robin@agency.example') => ({
  token,
  account: 'My agency',
  name: 'Robin Doe',
  email,
  password: PASSWORD,
});

describe('set-up', async () => {
  const site = await startSite();
  const link = await site.people.setUpLink();
  const token = tokenOf(link ?? '');

  it('is offered in the log while there is no account, with one link', async () => {
    assert.match(link ?? '', /^http:\/\/127\.0\.0\.1:8080\/setup\?token=[\w-]{32}$/);
    const state = await site.browser().ok('/state');
    assert.deepEqual(state, { success: true, needs_setup: true, oidc: null, signed_in: false });
    assert.deepEqual([await site.people.setUpLink(), site.links], [link, [link]]);
  });

  it('wants the token of the link', async () => {
    for (const wrong of ['x', token.slice(1), `${token}x`, token.toUpperCase()])
      assert.deepEqual(await site.browser().refusal('/setup', choice(wrong)), WRONG);
    assert.deepEqual(await site.browser().refusal('/setup', { ...choice(token), password: 'short' }), [
      400,
      'password must be a string of 8 to 128 characters',
    ]);
  });

  it('of twenty at once makes one owner', async () => {
    const browsers = Array.from({ length: 20 }, () => site.browser());
    const answers = await Promise.all(
      browsers.map((browser, at) => browser.send('/setup', choice(token, `robin${at}@agency.example`))),
    );
    const made = answers.filter(({ status }) => status === 200);
    assert.deepEqual(
      made.map(({ json }) => json),
      [{ success: true, account_id: 1 }],
    );
    for (const { status, json } of answers.filter((answer) => answer !== made[0]))
      assert.deepEqual([status, json.error], DONE);
    const { rows } = await site.database.pool.query(
      'select (select count(*) from accounts) as accounts, (select count(*) from users) as users, (select count(*) from members) as members',
    );
    assert.deepEqual(rows, [{ accounts: 1, users: 1, members: 1 }]);
    const winner = browsers[answers.findIndex(({ status }) => status === 200)]!;
    const { user, accounts } = await winner.ok('/me');
    assert.deepEqual([user.name, accounts], ['Robin Doe', [{ id: 1, name: 'My agency', role: 'owner' }]]);
  });

  it('is over then, even with the right token', async () => {
    assert.deepEqual(await site.browser().refusal('/setup', choice(token)), DONE);
    assert.equal(await site.people.setUpLink(), null);
    assert.equal((await site.browser().ok('/state')).needs_setup, false);
  });
});

describe('set-up after an account was made on the command line', async () => {
  const site = await startSite();

  it('is done already', async () => {
    const token = tokenOf((await site.people.setUpLink()) ?? '');
    await createAccount(site.context, { name: 'A', email: 'a@a.example', password: PASSWORD });
    assert.deepEqual(await site.browser().refusal('/setup', choice(token)), DONE);
    assert.equal((await site.browser().ok('/state')).needs_setup, false);
  });

  it('opens again, with a new link, when the last account was deleted', async () => {
    const owner = site.browser();
    await owner.ok('/auth/sign-in/email', { email: 'a@a.example', password: PASSWORD });
    await owner.ok('/api/account', { name: 'A' }, { method: 'DELETE' });
    const state = await site.browser().ok('/state');
    assert.equal(state.needs_setup, true);
    const token = tokenOf((await site.people.setUpLink()) ?? '');
    assert.deepEqual([site.links.length, new Set(site.links).size], [2, 2]);
    const made = await site.browser().ok('/setup', choice(token, 'a@a.example'));
    assert.equal(made.account_id, 2);
  });
});
