// Signing in with e-mail and password: cookies, origins, entrances, sessions, password change.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signInMessages } from '../../contract/sign-in.ts';
import { createAccount, resetPassword } from '../../src/operations/accounts.ts';
import { HOST, outcome, PASSWORD, signedIn, startSite } from './site.ts';

const site = await startSite();
const NOT_SIGNED_IN = [401, signInMessages.notSignedIn];
const WRONG = [401, signInMessages.wrongPassword];
const FOREIGN = [403, signInMessages.foreignOrigin];

it('a wrong password, an unknown address and none at all are told apart from nothing', async () => {
  const { email } = await site.owner();
  const browser = site.browser();
  const signIn = (body: object) => browser.refusal('/auth/sign-in/email', body);
  assert.deepEqual(await signIn({ email, password: `${PASSWORD}!` }), WRONG);
  assert.deepEqual(await signIn({ email: 'nobody@agency.example', password: PASSWORD }), WRONG);
  assert.deepEqual(await signIn({ email }), [400, 'password is required']);
  assert.deepEqual(await signIn({ password: PASSWORD }), [400, 'email is required']);
  assert.deepEqual(await signIn({ email: 'x', password: 'y' }), [400, 'email must be an e-mail address']);
  assert.deepEqual([browser.setCookies, await browser.refusal('/me')], [[], NOT_SIGNED_IN]);
  assert.equal(await signIn({ email: email.toUpperCase(), password: PASSWORD }), 200);
});

it('the cookie is __Host-, HttpOnly, Secure and SameSite, and lasts when it is to', async () => {
  const { email } = await site.owner();
  const browser = await signedIn(site.browser(), email);
  assert.equal(browser.setCookies.length, 1);
  assert.match(
    browser.setCookies[0]!,
    /^__Host-brandscope=[\w.%-]{40,}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const brief = site.browser();
  await brief.ok('/auth/sign-in/email', { email, password: PASSWORD });
  assert.ok(brief.setCookies.length > 0);
  for (const line of brief.setCookies)
    assert.match(line, /^__Host-[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});

it('plain http elsewhere than on the own machine gets a cookie that works there', async () => {
  const { email } = await site.owner();
  for (const host of [
    '192.168.1.5:8080',
    'brandscope.lan',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
  ]) {
    const browser = await signedIn(site.browser({ host }), email);
    assert.match(browser.setCookies[0]!, /^brandscope=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.equal(await browser.refusal('/me'), 200);
  }
  for (const host of ['localhost:1', 'brandscope.localhost', '127.1.2.3', '[::1]:80'])
    assert.match((await signedIn(site.browser({ host }), email)).setCookies[0]!, /^__Host-.*; Secure/);
});

it('Safari, which takes no Secure cookie over plain http, can sign in on the own machine', async () => {
  const { email } = await site.owner();
  const webkit = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const cases = [
    [`${webkit} Version/18.1 Safari/605.1.15`, /^brandscope=(?!.*Secure)/],
    [`${phone} Version/18.0 Mobile/15E148 Safari/604.1`, /^brandscope=(?!.*Secure)/],
    [`${webkit} Chrome/131.0.0.0 Safari/537.36`, /^__Host-brandscope=.*Secure/],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', /^__Host-brandscope=.*Secure/],
  ] as const;
  for (const [agent, cookie] of cases) {
    const browser = site.browser();
    const headers = { 'user-agent': agent };
    await browser.ok('/auth/sign-in/email', { email, password: PASSWORD, remember: true }, { headers });
    assert.match(browser.setCookies[0]!, cookie);
    assert.equal(await browser.refusal('/me', {}, { headers }), 200, agent);
  }
});

it('behind https the cookie is Secure, and the public address is the origin', async () => {
  const publicUrl = 'https://brandscope.example';
  const behind = await startSite({ publicUrl, url: () => publicUrl });
  const { email } = await createAccount(behind.context, {
    name: 'A',
    email: 'a@a.example',
    password: PASSWORD,
  });
  const browser = behind.browser({ host: 'internal:8080', origin: publicUrl });
  await signedIn(browser, email);
  assert.match(browser.setCookies[0]!, /^__Host-brandscope=.*; Secure/);
  const foreign = behind.browser({ origin: 'https://brandscope.example.evil.example' });
  assert.deepEqual(await foreign.refusal('/state'), FOREIGN);
});

it('a request must come from the own origin', async () => {
  const { browser } = await site.owner();
  const from = (headers: Record<string, string | undefined>, path = '/api/brands') =>
    browser.refusal(path, {}, { headers });
  for (const path of ['/state', '/me', '/api/brands', '/auth/sign-out'])
    for (const origin of [
      'null',
      'https://evil.example',
      'http://127.0.0.1:8081',
      'http://127.0.0.1',
      `https://${HOST}`,
      `http://${HOST}.evil.example`,
      '',
    ])
      assert.deepEqual(await from({ origin }, path), FOREIGN, `${path} ${origin}`);
  assert.deepEqual(await from({ origin: undefined }), FOREIGN);
  for (const fetchSite of ['cross-site', 'same-site', 'none'])
    assert.deepEqual(await from({ origin: undefined, 'sec-fetch-site': fetchSite }), FOREIGN);
  assert.deepEqual(await from({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }), FOREIGN);
  assert.equal(await from({ origin: undefined, 'sec-fetch-site': 'same-origin' }), 200);
  assert.equal(await from({}), 200);
});

it('bodies are JSON, as in the API', async () => {
  const { browser } = await site.owner();
  for (const path of ['/state', '/api/brands']) {
    const type = { headers: { 'content-type': 'text/plain' } };
    assert.deepEqual(await browser.refusal(path, '{}', type), [
      415,
      'Content-Type must be application/json in UTF-8',
    ]);
    assert.deepEqual(await browser.refusal(path, '{'), [400, 'Request body is not valid JSON']);
    assert.deepEqual(await browser.refusal(path, '[]'), [400, 'Request body must be a JSON object']);
  }
});

it('a cookie opens nothing below /api/v1, and a key nothing below /console', async () => {
  const { browser, key } = await site.owner();
  const api = await site.inject({
    method: 'POST',
    url: '/api/v1/brands',
    headers: {
      host: HOST,
      origin: `http://${HOST}`,
      'content-type': 'application/json',
      cookie: browser.cookieHeader!,
    },
    payload: '{}',
  });
  assert.deepEqual([api.statusCode, api.json().error], [401, 'Missing or invalid API key']);
  const stranger = site.browser();
  const withKey = { headers: { authorization: `Bearer ${key}` } };
  for (const path of ['/me', '/api/brands', '/api/members'])
    assert.deepEqual(await stranger.refusal(path, {}, withKey), NOT_SIGNED_IN);
  const { headers } = await stranger.send('/api/brands', {}, withKey);
  assert.equal(headers['www-authenticate'], undefined);
});

it('a cookie that was tampered with, or whose signature is missing, is nobody', async () => {
  const { browser } = await site.owner();
  const [name, value] = [...browser.cookies][0]!;
  const [token, signature] = decodeURIComponent(value).split('.') as [string, string];
  const other = [...(await site.owner()).browser.cookies][0]![1];
  const [otherToken] = decodeURIComponent(other).split('.') as [string];
  for (const forged of [token, `${token}.`, `${otherToken}.${signature}`, `${token}.${signature}x`, '']) {
    browser.cookies.set(name, encodeURIComponent(forged));
    assert.deepEqual(await browser.refusal('/me'), NOT_SIGNED_IN, forged);
  }
});

it('only the endpoints of the contract exist: nobody signs up by themselves', async () => {
  const { browser } = await site.owner();
  const hidden = [
    'sign-up/email',
    'update-user',
    'delete-user',
    'set-password',
    'list-accounts',
    'get-session',
  ];
  const more = [
    'request-password-reset',
    'reset-password',
    'link-social',
    'two-factor/send-otp',
    'ok',
    'error',
  ];
  for (const path of [...hidden, ...more, 'two-factor/generate-totp', 'two-factor/view-backup-codes'])
    assert.deepEqual(
      await browser.refusal(`/auth/${path}`, { email: 'new@x.example', password: PASSWORD, name: 'New' }),
      [404, 'Path not found'],
      path,
    );
});

it('signing out ends the session in the service, not only in the browser', async () => {
  const { browser } = await site.owner();
  const copy = site.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  await browser.ok('/auth/sign-out');
  assert.deepEqual(browser.cookies.size, 0);
  assert.deepEqual(await copy.refusal('/me'), NOT_SIGNED_IN);
  assert.equal(await browser.refusal('/auth/sign-out'), 200);
});

it('sessions are listed without their tokens, and ended here or everywhere', async () => {
  const { browser, email } = await site.owner();
  const phone = await signedIn(site.browser({ ip: '203.0.113.7' }), email);
  const laptop = await signedIn(site.browser(), email);
  const { sessions } = await phone.ok('/auth/list-sessions');
  assert.deepEqual(
    sessions.map(({ current, ip_address, user_agent }: (typeof sessions)[number]) => [
      current,
      ip_address,
      user_agent,
    ]),
    [
      [false, '127.0.0.1', 'Test browser'],
      [true, '203.0.113.7', 'Test browser'],
      [false, '127.0.0.1', 'Test browser'],
    ],
  );
  const { rows } = await site.database.pool.query('select token from sessions');
  for (const { token } of rows) assert.ok(!JSON.stringify(sessions).includes(token));
  await phone.ok('/auth/revoke-sessions', { others_only: true });
  assert.deepEqual(await browser.refusal('/me'), NOT_SIGNED_IN);
  assert.equal(await phone.refusal('/me'), 200);
  await signedIn(laptop, email);
  await phone.ok('/auth/revoke-sessions');
  for (const each of [browser, phone, laptop]) assert.deepEqual(await each.refusal('/me'), NOT_SIGNED_IN);
});

it('a new password needs the old one, and ends all other sessions', async () => {
  const { browser, email } = await site.owner();
  const other = await signedIn(site.browser(), email);
  const change = (current_password: string, new_password: string) =>
    browser.refusal('/auth/change-password', { current_password, new_password });
  assert.deepEqual(await change('not this', 'another sentence'), [400, signInMessages.ownPasswordWrong]);
  assert.deepEqual(await change(PASSWORD, 'short'), [
    400,
    'new_password must be a string of 8 to 128 characters',
  ]);
  assert.equal(await other.refusal('/me'), 200);
  assert.equal(await change(PASSWORD, 'another sentence'), 200);
  assert.equal(await browser.refusal('/me'), 200);
  assert.deepEqual(await other.refusal('/me'), NOT_SIGNED_IN);
  const signIn = (password: string) => other.refusal('/auth/sign-in/email', { email, password });
  assert.deepEqual([await signIn(PASSWORD), await signIn('another sentence')], [WRONG, 200]);
});

it('an expired session is nobody, and is cleared', async () => {
  const { browser, email } = await site.owner();
  await site.database.pool.query(
    `update sessions set expires_at = now() - interval '1 second' where user_id = (select id from users where email = $1)`,
    [email],
  );
  assert.deepEqual(await browser.refusal('/api/brands'), NOT_SIGNED_IN);
  assert.equal(browser.cookies.size, 0);
});

it('sessions and half sign-ins whose time is over are removed by the next sign-in', async () => {
  const { email } = await site.owner();
  const { pool } = site.database;
  const past = `now() - interval '1 second'`;
  await pool.query(`insert into verifications (identifier, value, expires_at) values ('old', '1', ${past})`);
  await pool.query(`update sessions set expires_at = ${past} where user_id = 1`);
  await signedIn(site.browser(), email);
  for (const table of ['sessions', 'verifications']) {
    const { rows } = await pool.query(`select from ${table} where expires_at < now()`);
    assert.equal(rows.length, 0, table);
  }
  const { rows } = await pool.query('select from sessions');
  assert.ok(rows.length > 0);
});

it('a session in use is prolonged, and says when it was last seen', async () => {
  const { browser, email } = await site.owner();
  await site.database.pool.query(
    `update sessions set expires_at = now() + interval '1 day', updated_at = now() - interval '13 days' where user_id = (select id from users where email = $1)`,
    [email],
  );
  const { members } = await browser.client.members();
  assert.match(browser.setCookies[0]!, /^__Host-brandscope=.*Max-Age=1209600/);
  assert.ok(Date.now() - Date.parse(members[0]!.last_seen_at!) < 60_000);
});

it('an operator who resets a password ends every session', async () => {
  const { browser, email } = await site.owner();
  const { password } = await resetPassword(site.context, { email });
  assert.deepEqual(await browser.refusal('/me'), NOT_SIGNED_IN);
  await signedIn(browser, email, password);
});

it('a person may rename themselves', async () => {
  const { browser } = await site.owner();
  assert.equal((await browser.client.renameMe({ name: ' Kim Dœ ' })).name, 'Kim Dœ');
  assert.equal((await browser.client.me()).user.name, 'Kim Dœ');
  assert.deepEqual(await outcome(browser.client.renameMe({ name: ' ' })), [400, 'name is required']);
});

it('a database that is away is a 503, not a sign-out', async () => {
  const lone = await startSite();
  const { browser } = await lone.owner();
  const { pool } = lone.database;
  const { connect } = pool;
  pool.connect = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  for (const path of ['/me', '/state', '/api/brands']) {
    const { status, headers } = await browser.send(path);
    const waits = Number(headers['retry-after']) > 0;
    assert.deepEqual([status, waits, browser.cookies.size], [503, true, 1], path);
  }
  pool.connect = connect;
  assert.ok(lone.faults.length > 0);
  assert.equal(await browser.refusal('/me'), 200);
});
