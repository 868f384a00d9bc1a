// Share links: what they show, to whom, and for how long.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectConsole } from '../../client/console.ts';
import { shareMessages } from '../../contract/shares.ts';
import { VISITS } from '../../src/sign-in/limits.ts';
import { HOST, outcome, siteOn, startSite } from './site.ts';

let now = new Date('2026-11-20T10:00:00Z');
const site = await startSite({ clock: () => now });
const owner = (await site.owner()).browser;
const visitor = site.browser();

const { brand } = await owner.client.createBrand({ name: 'Acme', domain: 'acme.example' });
const other = (await owner.client.createBrand({ name: 'Other' })).brand;
const recorded = (day: string, agent: string) => ({
  ...{ prompt: 'best crm', agent, answered_at: `${day}T08:00:00Z` },
  answer: '1. **Acme** is excellent.\n2. **Globex** is fine.',
});
await owner.client.importAnswers({
  brand_id: brand.id,
  answers: [
    recorded('2026-11-19', 'chatgpt'),
    recorded('2026-10-10', 'chatgpt'),
    recorded('2026-11-19', 'claude'),
  ],
});

async function share(given: object = {}) {
  const made = await owner.client.createShare({ brand_id: brand.id, name: 'Report', days: 30, ...given });
  return { ...made, token: made.link.split('/').at(-1) ?? '' };
}

const clientWith = (pass: string) =>
  connectConsole({ url: `http://${HOST}`, pass, fetch: (input, init) => fetchWith(String(input), init) });

async function fetchWith(url: string, init: RequestInit = {}): Promise<Response> {
  const sent = Object.fromEntries(new Headers(init.headers));
  const path = new URL(url).pathname.replace(/^\/console/, '');
  const { status, json } = await visitor.send(path, JSON.parse(String(init.body)), {
    method: (init.method ?? 'POST') as 'POST',
    headers: sent,
  });
  return Response.json(json, { status });
}

it('shows the brand within its days, without any sign-in', async () => {
  const { token, link, share: made } = await share({ compare: false });
  assert.match(link, /^http:\/\/127\.0\.0\.1:8080\/share\/[\w-]{32}$/);
  const opened = await visitor.ok('/share/open', { token });
  assert.deepEqual(opened.share, {
    ...{ name: 'Report', brand_id: brand.id, expires_at: null },
    filters: { days: 30, ai_agent: [], tags: [], compare: false },
  });
  const client = clientWith(opened.pass);
  assert.equal((await client.brandReport({ brand_id: brand.id })).total_responses, 2);
  const { shares } = await owner.client.shares({ brand_id: brand.id });
  assert.equal(shares.find(({ id }) => id === made.id)?.last_opened_at, '2026-11-20T10:00:00.000000+00:00');
  assert.ok(!JSON.stringify(shares).includes(token));
});

it('shows nothing else: other brands, other days, other agents, answers, writing', async () => {
  const { token } = await share({ compare: false, ai_agent: ['claude'] });
  const { pass } = await visitor.ok('/share/open', { token });
  const client = clientWith(pass);
  assert.equal((await client.brandReport({ brand_id: brand.id })).total_responses, 1);
  const outside = [403, shareMessages.outside];
  assert.deepEqual(await outcome(client.brandReport({ brand_id: other.id })), [403, 'Access denied']);
  const early = { brand_id: brand.id, date: { from: '2026-10-01', to: '2026-10-31' } };
  assert.deepEqual(await outcome(client.brandReport(early)), outside);
  assert.deepEqual(
    await outcome(client.brandReport({ brand_id: brand.id, date: { to: '2026-11-20' } })),
    outside,
  );
  assert.deepEqual(await outcome(client.brandReport({ brand_id: brand.id, ai_agent: ['chatgpt'] })), outside);
  assert.equal((await client.brands({})).brands.length, 1);
  for (const path of [
    '/answers',
    '/answer',
    '/explain',
    '/prompt/create',
    '/keys',
    '/shares',
    '/members',
    '/export',
  ])
    assert.equal(
      (await visitor.send(`/share/api${path}`, {}, { headers: { 'x-share': pass } })).status,
      404,
      path,
    );
  assert.equal((await visitor.send('/api/brands', {}, { headers: { 'x-share': pass } })).status, 401);
});

it('compares with the period before where it was made so', async () => {
  const { token } = await share({ compare: true });
  const { pass } = await visitor.ok('/share/open', { token });
  const compared = await clientWith(pass).compare({
    brand_id: brand.id,
    now: { from: '2026-10-22', to: '2026-11-20' },
    before: { from: '2026-09-22', to: '2026-10-21' },
  });
  assert.equal(compared.success, true);
});

it('a forged, old or foreign pass is worth nothing', async () => {
  const { token } = await share();
  const { pass } = await visitor.ok('/share/open', { token });
  const [account, id, until, mac] = pass.split('.');
  const gone = [401, shareMessages.gone];
  for (const wrong of [
    '',
    'x',
    `${account}.${Number(id) + 1}.${until}.${mac}`,
    `${account}.${id}.${Number(until) + 1}.${mac}`,
  ])
    assert.deepEqual(await outcome(clientWith(wrong).brands({})), gone, wrong);
  now = new Date('2026-11-20T22:00:01Z');
  assert.deepEqual(await outcome(clientWith(pass).brands({})), gone);
  now = new Date('2026-11-20T10:00:00Z');
});

it('wants its password, and does not let it be guessed', async () => {
  const { token } = await share({ password: 'open sesame' });
  assert.deepEqual(await visitor.refusal('/share/open', { token }), [401, shareMessages.password]);
  for (let tries = 0; tries < 8; tries++)
    assert.deepEqual(await visitor.refusal('/share/open', { token, password: 'guess' }), [
      401,
      shareMessages.wrongPassword,
    ]);
  assert.equal((await visitor.send('/share/open', { token, password: 'open sesame' })).status, 200);
  let status = 401;
  for (let tries = 0; tries < 5 && status === 401; tries++)
    status = (await visitor.send('/share/open', { token, password: 'guess' })).status;
  assert.equal(status, 429);
});

it('ends when it is revoked, when it expires, and with its brand', async () => {
  const gone = [404, shareMessages.gone];
  const revoked = await share();
  const { pass } = await visitor.ok('/share/open', { token: revoked.token });
  await owner.client.deleteShare({ share_id: revoked.share.id });
  assert.deepEqual(await outcome(clientWith(pass).brands({})), [401, shareMessages.gone]);
  assert.deepEqual(await visitor.refusal('/share/open', { token: revoked.token }), gone);
  assert.deepEqual(await outcome(owner.client.deleteShare({ share_id: revoked.share.id })), [
    404,
    shareMessages.notFound,
  ]);
  const { token } = await share({ expires_days: 1 });
  now = new Date('2026-11-21T10:00:01Z');
  assert.deepEqual(await visitor.refusal('/share/open', { token }), gone);
  now = new Date('2026-11-20T10:00:00Z');
  assert.equal((await visitor.send('/share/open', { token })).status, 200);
});

it('members of other accounts neither see nor revoke it, and viewers make none', async () => {
  const made = await share();
  const stranger = (await site.owner('Rival')).browser;
  assert.deepEqual(await outcome(stranger.client.shares({ brand_id: brand.id })), [404, 'Brand not found']);
  assert.deepEqual(await outcome(stranger.client.deleteShare({ share_id: made.share.id })), [
    404,
    shareMessages.notFound,
  ]);
  const viewer = (await site.member(owner, 'viewer')).browser;
  assert.equal((await viewer.client.shares({ brand_id: brand.id })).success, true);
  assert.deepEqual(await outcome(viewer.client.createShare({ brand_id: brand.id, name: 'Mine' })), [
    403,
    'Access denied',
  ]);
});

const LIMITED = [429, 'Too many requests; try again in 60 s'];
const from = (at: typeof site, ip: string) => at.browser({ ip });

/** What the `nth` request with a pass is answered; every one of them claims to come from elsewhere. */
async function ask(browser: ReturnType<typeof site.browser>, pass: string, nth = 0, forwarded?: string) {
  const claimed = forwarded ?? `10.${nth >> 8}.${nth & 255}.1`;
  const { status, headers, json } = await browser.send(
    '/share/api/brands',
    {},
    { headers: { 'x-share': pass, 'x-forwarded-for': claimed, forwarded: `for=${claimed}` } },
  );
  return status === 200 ? 200 : [status, json.error, headers['retry-after']];
}

it('is not asked without end from one address, whatever X-Forwarded-For says', async () => {
  const [one, two] = [await share(), await share()];
  const { pass } = await from(site, '192.0.2.1').ok('/share/open', { token: one.token });
  const second = (await from(site, '192.0.2.1').ok('/share/open', { token: two.token })).pass;
  const browser = from(site, '192.0.2.1');
  // Opening it was the first.
  for (let nth = 1; nth < VISITS; nth++) assert.equal(await ask(browser, pass, nth), 200, `${nth}`);
  for (let nth = 0; nth < 3; nth++) assert.deepEqual(await ask(browser, pass, nth), [...LIMITED, '60']);
  assert.deepEqual(await browser.refusal('/share/open', { token: one.token }), LIMITED);
  assert.equal(await ask(browser, second), 200);
  assert.equal(await ask(from(site, '192.0.2.2'), pass), 200);
  now = new Date(now.getTime() + 60_000);
  assert.equal(await ask(browser, pass), 200);
  now = new Date('2026-11-20T10:00:00Z');
});

it('counts the address that a trusted proxy names, and no other that the visitor claims', async () => {
  const proxied = siteOn(site.database, { clock: () => now, trustProxy: ['10.0.0.0/8'] });
  const { token } = await share();
  const { pass } = await from(proxied, '10.0.0.1').ok('/share/open', { token });
  const through = (address: string) => ask(from(proxied, '10.0.0.1'), pass, 0, address);
  for (let nth = 0; nth < VISITS; nth++)
    assert.equal(await through(`198.51.100.${nth & 255}, 203.0.113.9`), 200);
  assert.deepEqual(await through('198.51.100.1, 203.0.113.9'), [...LIMITED, '60']);
  assert.equal(await through('203.0.113.10'), 200);
  assert.equal(await ask(from(proxied, '203.0.113.77'), pass, 0, '203.0.113.9'), 200);
  await proxied.app.close();
});
