// Two-factor: on, second step, backup codes, trusted browsers, off.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signInMessages } from '../../contract/sign-in.ts';
import { resetPassword } from '../../src/operations/accounts.ts';
import { authenticatorCode, type Browser, PASSWORD, signedIn, startSite } from './site.ts';

const site = await startSite();
const NOT_SIGNED_IN = [401, signInMessages.notSignedIn];
const WRONG_CODE = [400, signInMessages.wrongCode];
const TOO_LATE = [401, signInMessages.codeTooLate];
const VERIFY = '/auth/two-factor/verify-totp';
const BACKUP = '/auth/two-factor/verify-backup-code';

/** An owner who has turned two-factor on. */
async function secured() {
  const owner = await site.owner();
  const { totp_uri, backup_codes } = await owner.browser.ok('/auth/two-factor/enable', {
    password: PASSWORD,
  });
  await owner.browser.ok(VERIFY, { code: authenticatorCode(totp_uri) });
  return { ...owner, uri: totp_uri as string, codes: backup_codes as string[] };
}

async function firstStep(email: string, browser: Browser = site.browser()): Promise<Browser> {
  const answer = await browser.ok('/auth/sign-in/email', { email, password: PASSWORD, remember: true });
  assert.deepEqual(answer, { success: true, two_factor: true });
  return browser;
}

it('is on after the first right code, and not before', async () => {
  const { browser, email } = await site.owner();
  const enable = (password: string) => browser.refusal('/auth/two-factor/enable', { password });
  assert.deepEqual(await enable('not this'), [400, signInMessages.ownPasswordWrong]);
  const { totp_uri, backup_codes } = await browser.ok('/auth/two-factor/enable', { password: PASSWORD });
  assert.match(
    totp_uri,
    /^otpauth:\/\/totp\/Brandscope:owner\d+%40agency\.example\?secret=[A-Z2-7]+&issuer=Brandscope/,
  );
  assert.deepEqual([backup_codes.length, new Set(backup_codes).size], [10, 10]);
  assert.equal((await browser.client.me()).user.two_factor, false);
  assert.deepEqual(await browser.refusal(VERIFY, { code: '000000' }), WRONG_CODE);
  await signedIn(site.browser(), email);
  await browser.ok(VERIFY, { code: authenticatorCode(totp_uri) });
  assert.equal((await browser.client.me()).user.two_factor, true);
  assert.deepEqual(await enable(PASSWORD), [400, signInMessages.twoFactorOn]);
});

it('nothing of it is stored in the clear', async () => {
  const { uri, codes } = await secured();
  const { rows } = await site.database.pool.query('select * from two_factors');
  const stored = JSON.stringify(rows);
  for (const secret of [new URL(uri).searchParams.get('secret')!, ...codes])
    assert.ok(!stored.includes(secret));
});

it('the password alone opens no session; the code does', async () => {
  const { email, uri } = await secured();
  const browser = await firstStep(email);
  assert.deepEqual(await browser.refusal('/me'), NOT_SIGNED_IN);
  assert.ok(![...browser.cookies.keys()].includes('__Host-brandscope'));
  assert.deepEqual(await browser.refusal(VERIFY, { code: '000000' }), WRONG_CODE);
  await browser.ok(VERIFY, { code: authenticatorCode(uri).replace(/(...)/, '$1 ') });
  assert.equal((await browser.client.me()).user.two_factor, true);
  for (const line of browser.setCookies) assert.match(line, /^__Host-.*; HttpOnly; Secure; SameSite=Lax$/);
});

it('a second step without a first one, or too late, is refused', async () => {
  const { email, uri } = await secured();
  const code = authenticatorCode(uri);
  assert.deepEqual(await site.browser().refusal(VERIFY, { code }), TOO_LATE);
  const browser = await firstStep(email);
  await site.database.pool.query(`update verifications set expires_at = now() - interval '1 second'`);
  assert.deepEqual(await browser.refusal(VERIFY, { code }), TOO_LATE);
});

it("somebody's second step is not another one's", async () => {
  const [one, two] = [await secured(), await secured()];
  const browser = await firstStep(one.email);
  assert.deepEqual(await browser.refusal(VERIFY, { code: authenticatorCode(two.uri) }), WRONG_CODE);
  assert.deepEqual(await browser.refusal(BACKUP, { code: two.codes[0] }), WRONG_CODE);
});

it('a backup code works once', async () => {
  const { email, codes } = await secured();
  const browser = await firstStep(email);
  await browser.ok(BACKUP, { code: codes[0] });
  assert.equal(await browser.refusal('/me'), 200);
  const again = await firstStep(email);
  assert.deepEqual(await again.refusal(BACKUP, { code: codes[0] }), WRONG_CODE);
  assert.equal(await again.refusal(BACKUP, { code: codes[1] }), 200);
});

it('one backup code used twice at once opens one session', async () => {
  const { email, codes } = await secured();
  const browsers = await Promise.all(Array.from({ length: 6 }, () => firstStep(email)));
  const answers = await Promise.all(browsers.map((browser) => browser.send(BACKUP, { code: codes[0] })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const { status } of answers) assert.ok(status < 500, String(status));
});

it('new backup codes void the old ones, and want the password', async () => {
  const { browser, email, codes } = await secured();
  const path = '/auth/two-factor/generate-backup-codes';
  assert.deepEqual(await browser.refusal(path, { password: 'not this' }), [
    400,
    signInMessages.ownPasswordWrong,
  ]);
  const { backup_codes } = await browser.ok(path, { password: PASSWORD });
  const other = await firstStep(email);
  assert.deepEqual(await other.refusal(BACKUP, { code: codes[3] }), WRONG_CODE);
  assert.equal(await other.refusal(BACKUP, { code: backup_codes[3] }), 200);
  const without = await site.owner();
  assert.deepEqual(await without.browser.refusal(path, { password: PASSWORD }), [
    400,
    signInMessages.twoFactorOff,
  ]);
});

it('five wrong codes end the attempt, and the challenge with it', async () => {
  const { email, uri } = await secured();
  const browser = await firstStep(email);
  for (let at = 0; at < 5; at++)
    assert.deepEqual(await browser.refusal(VERIFY, { code: '000000' }), WRONG_CODE);
  const right = authenticatorCode(uri);
  assert.deepEqual(await browser.refusal(VERIFY, { code: right }), TOO_LATE);
  assert.deepEqual(await browser.refusal(VERIFY, { code: right }), TOO_LATE);
});

it('ten wrong codes lock the second step for a quarter of an hour, from wherever they come', async () => {
  const { email, uri } = await secured();
  for (let round = 0; round < 2; round++) {
    const browser = await firstStep(email, site.browser({ ip: `198.51.100.${round}` }));
    for (let at = 0; at < 5; at++) await browser.send(round ? VERIFY : BACKUP, { code: '000000' });
  }
  const browser = await firstStep(email, site.browser({ ip: '198.51.100.99' }));
  const { status, json, headers } = await browser.send(VERIFY, { code: authenticatorCode(uri) });
  assert.deepEqual(
    [status, json.error, headers['retry-after']],
    [429, 'Too many wrong codes; try again in 900 s', '900'],
  );
});

it('a trusted browser is asked for no code until its person signs out everywhere', async () => {
  const { email, uri } = await secured();
  const browser = await firstStep(email);
  await browser.ok(VERIFY, { code: authenticatorCode(uri), trust_device: true });
  const again = async () => {
    await browser.ok('/auth/sign-out');
    return browser.ok('/auth/sign-in/email', { email, password: PASSWORD, remember: true });
  };
  assert.equal((await again()).two_factor, false);
  const thief = site.browser();
  for (const [name, value] of browser.cookies) if (name.includes('trust')) thief.cookies.set(name, value);
  assert.deepEqual([thief.cookies.size, (await again()).two_factor], [1, false]);
  assert.equal((await firstStep(email, thief)).cookies.has('__Host-brandscope'), false);
  await browser.ok('/auth/revoke-sessions');
  await firstStep(email, browser);
});

it('a new password asks trusted browsers for a code again', async () => {
  const { email, uri, browser: own } = await secured();
  const browser = await firstStep(email);
  await browser.ok(VERIFY, { code: authenticatorCode(uri), trust_device: true });
  const body = { current_password: PASSWORD, new_password: 'another sentence' };
  await own.ok('/auth/change-password', body);
  const answer = await browser.ok('/auth/sign-in/email', { email, password: 'another sentence' });
  assert.equal(answer.two_factor, true);
});

it('is off after the password, and asks for no code then', async () => {
  const { browser, email } = await secured();
  const off = (password: string) => browser.refusal('/auth/two-factor/disable', { password });
  assert.deepEqual(await off('not this'), [400, signInMessages.ownPasswordWrong]);
  assert.equal(await off(PASSWORD), 200);
  assert.equal((await browser.client.me()).user.two_factor, false);
  await signedIn(site.browser(), email);
  const { rows } = await site.database.pool.query(
    'select from two_factors where user_id = (select id from users where email = $1)',
    [email],
  );
  assert.equal(rows.length, 0);
});

it('the operator turns it off for who lost phone and codes', async () => {
  const { email } = await secured();
  await resetPassword(site.context, { email, password: PASSWORD });
  await firstStep(email);
  await resetPassword(site.context, { email, password: PASSWORD, turnOffTwoFactor: true });
  await signedIn(site.browser(), email);
});

it('wants a session', async () => {
  for (const path of ['enable', 'disable', 'generate-backup-codes'])
    assert.deepEqual(
      await site.browser().refusal(`/auth/two-factor/${path}`, { password: PASSWORD }),
      NOT_SIGNED_IN,
    );
});
