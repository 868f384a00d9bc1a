// Signing in with OpenID Connect.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signInMessages } from '../../contract/sign-in.ts';
import { createAccount, resetPassword } from '../../src/operations/accounts.ts';
import { type Claims, startProvider } from './provider.ts';
import { authenticatorCode, type Browser, PASSWORD, startSite, tokenOf } from './site.ts';

const provider = await startProvider();
const PUBLIC = 'https://brandscope.example';
const site = await startSite({ oidc: provider.oidc, publicUrl: PUBLIC, url: () => PUBLIC });
const visitor = () => site.browser({ host: 'internal:8080', origin: PUBLIC });
const claims = (email: string, more: Partial<Claims> = {}): Claims => ({
  sub: `sub of ${email.toLowerCase()}`,
  email,
  email_verified: true,
  name: 'Kim at the provider',
  ...more,
});

/** Goes to the provider and comes back; returns where the browser is sent. */
async function signIn(browser: Browser, person: Claims, return_to?: string): Promise<string> {
  const { url } = await browser.ok('/auth/sign-in/oauth2', { return_to });
  return comeBack(browser, provider.agree(url, person));
}

async function comeBack(browser: Browser, address: string): Promise<string> {
  const { pathname, search } = new URL(address);
  const response = await site.inject({
    method: 'GET',
    url: pathname + search,
    headers: { host: 'internal:8080', cookie: browser.cookieHeader ?? '' },
  });
  browser.keep(response);
  assert.equal(response.statusCode, 302, response.body);
  return String(response.headers.location);
}

const owner = await site.owner();

it('is offered by name', async () => {
  assert.equal((await visitor().ok('/state')).oidc, 'Agency login');
});

it('a member signs in, and comes back to where they were', async () => {
  const browser = visitor();
  const location = await signIn(browser, claims(owner.email), '/brands/1?from=2026-01-01');
  assert.equal(location, `${PUBLIC}/brands/1?from=2026-01-01`);
  for (const line of browser.setCookies) assert.match(line, /^__Host-.*; HttpOnly; Secure; SameSite=Lax$/);
  const { user, accounts } = await browser.ok('/me');
  assert.deepEqual(
    [user.email, user.name, user.has_password, accounts[0].id],
    [owner.email, 'owner1', true, owner.account_id],
  );
  assert.equal(await signIn(visitor(), claims(owner.email)), `${PUBLIC}/`);
});

it('who was invited becomes a person by signing in, and a member by the link', async () => {
  const { link } = await owner.browser.ok(
    '/api/member/invite',
    { email: 'kim@agency.example', role: 'viewer' },
    {
      headers: { origin: PUBLIC },
    },
  );
  const token = tokenOf(link);
  const browser = visitor();
  const location = await signIn(browser, claims('Kim@agency.example'), `/invitation?token=${token}`);
  assert.equal(location, `${PUBLIC}/invitation?token=${token}`);
  assert.equal((await browser.ok('/invitation/accept', { token })).account_id, owner.account_id);
  const { user, accounts } = await browser.ok('/me');
  assert.deepEqual(
    [user.name, user.email, user.has_password, accounts[0].role],
    ['Kim at the provider', 'kim@agency.example', false, 'viewer'],
  );
  const again = visitor();
  await signIn(again, claims('kim@agency.example'));
  assert.equal((await again.ok('/me')).user.id, user.id);
});

it('nobody else signs up, and an address must be proved', async () => {
  await owner.browser.ok(
    '/api/member/invite',
    { email: 'lee@agency.example', role: 'viewer' },
    {
      headers: { origin: PUBLIC },
    },
  );
  const refused = [
    claims('stranger@agency.example'),
    claims('lee@agency.example', { email_verified: false }),
    claims(owner.email, { email_verified: false, sub: 'impostor' }),
  ];
  for (const person of refused) {
    const browser = visitor();
    const location = await signIn(browser, person);
    assert.match(location, /^https:\/\/brandscope\.example\/sign-in\?error=\w+$/, person.email);
    assert.deepEqual(await browser.refusal('/me'), [401, signInMessages.notSignedIn]);
  }
  const { rows } = await site.database.pool.query('select email from users order by id');
  assert.deepEqual(
    rows.map(({ email }) => email),
    [owner.email, 'kim@agency.example'],
  );
});

const origin = { headers: { origin: PUBLIC } };

/** Somebody who holds the link of an invitation accepts it before the owner of the address knows of it. */
async function squatted(email: string) {
  const { link } = await owner.browser.ok('/api/member/invite', { email, role: 'viewer' }, origin);
  const squatter = visitor();
  await squatter.ok('/invitation/accept', { token: tokenOf(link), name: 'Squatter', password: PASSWORD });
  return squatter;
}

it('who proves an address takes it over from whoever held an invitation link to it', async () => {
  const email = 'mona@agency.example';
  const squatter = await squatted(email);
  const { totp_uri } = await squatter.ok('/auth/two-factor/enable', { password: PASSWORD });
  await squatter.ok('/auth/two-factor/verify-totp', {
    code: authenticatorCode(totp_uri),
    trust_device: true,
  });
  const proved = visitor();
  assert.equal(await signIn(proved, claims(email)), `${PUBLIC}/`);
  const { user } = await proved.ok('/me');
  assert.deepEqual([user.email, user.has_password, user.two_factor], [email, false, false]);
  assert.deepEqual(await squatter.refusal('/me'), [401, signInMessages.notSignedIn]);
  const again = { email, password: PASSWORD, remember: true };
  const wrong = [401, signInMessages.wrongPassword];
  assert.deepEqual(await squatter.refusal('/auth/sign-in/email', again), wrong);
  // From then on the person is who the provider says, and keeps what they set up.
  await signIn(visitor(), claims(email));
  assert.equal((await proved.ok('/me')).user.id, user.id);
});

it('a password that is being checked while its person is claimed opens no session', async () => {
  const email = 'nora@agency.example';
  await squatted(email);
  const guests = Array.from({ length: 6 }, () => visitor());
  const proved = visitor();
  await Promise.all([
    signIn(proved, claims(email)),
    ...guests.map((guest) =>
      guest.send('/auth/sign-in/email', { email, password: PASSWORD, remember: true }),
    ),
  ]);
  for (const guest of guests) assert.deepEqual(await guest.refusal('/me'), [401, signInMessages.notSignedIn]);
  assert.equal((await proved.ok('/me')).user.email, email);
});

it('the operator makes no account for who only held a link, before they have a new password', async () => {
  const email = 'olga@agency.example';
  await squatted(email);
  const create = () => createAccount(site.context, { name: 'Another', email });
  await assert.rejects(create, /came by an invitation link/);
  const { password } = await resetPassword(site.context, { email });
  assert.ok((await create()).account_id > 0);
  const browser = visitor();
  await browser.ok('/auth/sign-in/email', { email, password, remember: true });
  await signIn(visitor(), claims(email));
  assert.equal((await browser.ok('/me')).user.has_password, true);
});

it('a way back is for the browser that went, once', async () => {
  const browser = visitor();
  const { url } = await browser.ok('/auth/sign-in/oauth2');
  const back = provider.agree(url, claims(owner.email));
  const other = visitor();
  assert.match(await comeBack(other, back), /\/sign-in\?error=/);
  assert.deepEqual(await other.refusal('/me'), [401, signInMessages.notSignedIn]);
  for (const forged of ['', '?code=x', '?state=x&code=y', '?error=access_denied'])
    assert.match(
      await comeBack(visitor(), `${PUBLIC}/console/auth/callback/oidc${forged}`),
      /\/sign-in\?error=/,
    );
});

it('a token for somebody else, of another issuer, or with another nonce opens nothing', async () => {
  const changes = [{ aud: 'another' }, { iss: 'https://evil.example' }, { nonce: 'another' }, { exp: 1 }];
  for (const change of changes) {
    provider.state.change = (standard) => ({ ...standard, ...change });
    const browser = visitor();
    assert.match(await signIn(browser, claims(owner.email)), /\/sign-in\?error=/, JSON.stringify(change));
    assert.deepEqual(await browser.refusal('/me'), [401, signInMessages.notSignedIn]);
  }
  provider.state.change = (standard) => standard;
});

it('the way back leads into the console alone', async () => {
  const wrong = [400, 'return_to must be a path of the console'];
  for (const return_to of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'x',
    '/a b',
    '/a\nb',
    '',
  ])
    assert.deepEqual(await visitor().refusal('/auth/sign-in/oauth2', { return_to }), wrong, return_to);
});

it('the tokens of the provider are not kept', async () => {
  const { rows } = await site.database.pool.query("select * from credentials where provider_id = 'oidc'");
  assert.ok(rows.length >= 2);
  for (const { access_token, refresh_token, id_token } of rows)
    assert.deepEqual([access_token, refresh_token, id_token], [null, null, null]);
});

it('signing out works for who came from the provider', async () => {
  const browser = visitor();
  await signIn(browser, claims(owner.email));
  await browser.ok('/auth/sign-out');
  assert.deepEqual(await browser.refusal('/me'), [401, signInMessages.notSignedIn]);
});

it('a provider that is away at first is asked again later', async () => {
  provider.state.isAway = true;
  const late = await startSite({ oidc: provider.oidc, publicUrl: PUBLIC, url: () => PUBLIC });
  const browser = late.browser({ origin: PUBLIC });
  assert.deepEqual(await browser.refusal('/auth/sign-in/oauth2'), [503, signInMessages.noProvider]);
  provider.state.isAway = false;
  const { url } = await browser.ok('/auth/sign-in/oauth2');
  assert.ok(url.startsWith(`${provider.oidc.issuer}/authorize?`));
});

it('without a provider there is no such entrance', async () => {
  const plain = await startSite();
  assert.deepEqual(await plain.browser().refusal('/auth/sign-in/oauth2'), [404, signInMessages.noOidc]);
  const response = await plain.inject({ url: '/console/auth/callback/oidc?code=x&state=y' });
  assert.deepEqual([response.statusCode, response.json().error], [404, 'Path not found']);
});
