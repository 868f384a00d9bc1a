// Against guessing passwords, codes and tokens.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signInMessages } from '../../contract/sign-in.ts';
import { createAccount } from '../../src/operations/accounts.ts';
import { Failure } from '../../src/operations/failure.ts';
import { GUESSES, Limits, networkOf } from '../../src/sign-in/limits.ts';
import { PASSWORD, startSite, tokenOf } from './site.ts';

const WRONG = [401, signInMessages.wrongPassword];
const isLimited = (answer: unknown) => Array.isArray(answer) && answer[0] === 429;
const forwarded = (ip: string) => ({
  headers: { 'x-forwarded-for': ip, forwarded: `for=${ip}`, 'x-real-ip': ip },
});

describe('passwords', async () => {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const site = await startSite({ clock: () => new Date(now) });
  const person = async (email: string) => {
    await createAccount(site.context, { name: email, email, password: PASSWORD });
    return email;
  };
  const guess = (email: string, password: string, ip: string, given?: string) =>
    site.browser({ ip }).refusal('/auth/sign-in/email', { email, password }, given ? forwarded(given) : {});

  it('ten guesses at one person, whatever X-Forwarded-For says, then 429 with Retry-After', async () => {
    const email = await person('victim@x.example');
    for (let at = 0; at < GUESSES.secret; at++)
      assert.deepEqual(await guess(email, `wrong ${at}`, '203.0.113.1', `10.0.0.${at}`), WRONG);
    for (let at = 0; at < 5; at++)
      assert.ok(isLimited(await guess(email, PASSWORD, '203.0.113.1', `10.0.1.${at}`)));
    assert.ok(isLimited(await guess(email.toUpperCase(), PASSWORD, '203.0.113.200')));
    const { status, headers, json } = await site
      .browser()
      .send('/auth/sign-in/email', { email, password: 'x' });
    assert.deepEqual(
      [status, headers['retry-after'], json],
      [429, '900', { success: false, error: 'Too many wrong attempts; try again in 900 s' }],
    );
    now += 15 * 60_000;
    assert.equal(await guess(email, PASSWORD, '203.0.113.1'), 200);
  });

  it('a hundred at once are not more than ten', async () => {
    const email = await person('crowd@x.example');
    const ips = Array.from({ length: 100 }, (_, at) => `198.51.100.${at}`);
    const answers = await Promise.all(ips.map((ip) => guess(email, 'wrong', ip)));
    assert.deepEqual(answers.filter((answer) => !isLimited(answer)).length, GUESSES.secret);
  });

  it('many people guessed from one address, whatever X-Forwarded-For says, then 429', async () => {
    for (let at = 0; at < GUESSES.address; at++)
      assert.deepEqual(await guess(`no${at}@x.example`, 'wrong', '192.0.2.7', `10.1.0.${at}`), WRONG);
    assert.ok(isLimited(await guess('another@x.example', 'wrong', '192.0.2.7', '10.9.9.9')));
    assert.deepEqual(await guess('another@x.example', 'wrong', '192.0.2.8'), WRONG);
  });
});

describe('behind a proxy that is trusted', async () => {
  const site = await startSite({ trustProxy: ['10.0.0.0/8'] });
  await createAccount(site.context, { name: 'A', email: 'a@x.example', password: PASSWORD });
  const GONE = [400, signInMessages.invitationGone];
  const guess = (ip: string, given: string) =>
    site.browser({ ip }).refusal('/invitation', { token: 'guessed' }, forwarded(given));

  it('the address that it names counts, and no other one that the visitor claims', async () => {
    for (let at = 0; at < GUESSES.address; at++)
      assert.deepEqual(await guess('10.0.0.1', `1.2.3.${at}, 203.0.113.9`), GONE);
    assert.ok(isLimited(await guess('10.0.0.1', '9.9.9.9, 203.0.113.9')));
    assert.deepEqual(await guess('10.0.0.1', '203.0.113.10'), GONE);
    // Not through the proxy: the header is a claim.
    assert.deepEqual(await guess('203.0.113.77', '203.0.113.9'), GONE);
  });

  it('a session shows the address that it names', async () => {
    const browser = site.browser({ ip: '10.0.0.1' });
    const through = forwarded('203.0.113.44');
    await browser.ok('/auth/sign-in/email', { email: 'a@x.example', password: PASSWORD }, through);
    const { sessions } = await browser.ok('/auth/list-sessions', {}, through);
    assert.equal(sessions[0].ip_address, '203.0.113.44');
  });
});

describe('what else is guessed', async () => {
  const site = await startSite();

  it('a session alone does not let anybody guess its password', async () => {
    const { browser } = await site.owner();
    const paths = ['change-password', 'two-factor/enable', 'two-factor/disable'];
    const answers: unknown[] = [];
    for (let at = 0; at < GUESSES.secret; at++) {
      const body = { password: 'wrong', current_password: 'wrong', new_password: 'a new sentence' };
      answers.push(await browser.refusal(`/auth/${paths[at % 3]}`, body));
    }
    assert.ok(answers.every((answer) => Array.isArray(answer) && answer[0] === 400));
    assert.ok(isLimited(await browser.refusal('/auth/two-factor/enable', { password: PASSWORD })));
  });

  it('an invited person comes in, although somebody guessed at their address', async () => {
    const { browser } = await site.owner();
    const { link } = await browser.client.inviteMember({ email: 'new@x.example', role: 'viewer' });
    const body = { email: 'new@x.example', password: 'wrong' };
    for (let at = 0; at <= GUESSES.secret; at++)
      await site.browser({ ip: `198.51.100.${at}` }).send('/auth/sign-in/email', body);
    const guest = site.browser();
    const choice = { token: tokenOf(link), name: 'New', password: PASSWORD };
    assert.equal(await guest.refusal('/invitation/accept', choice), 200);
    assert.equal(await guest.refusal('/me'), 200);
  });

  it('tokens of set-up and invitations are not guessed either', async () => {
    await site.people.setUpLink();
    const body = { account: 'A', name: 'A', email: 'a@x.example', password: PASSWORD };
    const answers: unknown[] = [];
    for (let at = 0; at <= GUESSES.address; at++) {
      const [path, more] = at % 2 ? ['/invitation', {}] : ['/setup', body];
      const given = forwarded(`10.0.0.${at}`);
      answers.push(
        await site
          .browser({ ip: '192.0.2.1' })
          .refusal(path as string, { token: `t${at}`, ...(more as object) }, given),
      );
    }
    assert.deepEqual([answers.slice(0, -1).some(isLimited), isLimited(answers.at(-1))], [false, true]);
  });
});

describe('limits', () => {
  const wrong = () => Promise.reject(new Failure(401, 'wrong'));

  it('count no faults of the service', async () => {
    const limits = new Limits(() => new Date(0));
    for (let at = 0; at < 100; at++)
      await assert.rejects(
        limits.guard({ ip: '1.1.1.1', secret: 's' }, () => Promise.reject(new Error('broken'))),
        /broken/,
      );
    await assert.rejects(limits.guard({ ip: '1.1.1.1', secret: 's' }, wrong), /wrong/);
  });

  it('count nothing of who is right', async () => {
    const limits = new Limits(() => new Date(0));
    for (let at = 0; at < 2 * GUESSES.address; at++)
      await limits.guard({ ip: '1.1.1.1', secret: 's' }, async () => {});
    await assert.rejects(limits.guard({ ip: '1.1.1.1', secret: 's' }, wrong), /wrong/);
  });

  it('a right attempt between wrong ones does not start the count anew', async () => {
    const limits = new Limits(() => new Date(0));
    for (let at = 0; at < GUESSES.secret; at++) {
      await assert.rejects(limits.guard({ ip: `1.1.1.${at}`, secret: 's' }, wrong), /wrong/);
      if (at < GUESSES.secret - 1) await limits.guard({ ip: `1.1.1.${at}`, secret: 's' }, async () => {});
    }
    await assert.rejects(limits.guard({ ip: '2.2.2.2', secret: 's' }, wrong), /Too many/);
  });

  it('a network of IPv6 counts as one address', () => {
    const cases = [
      ['203.0.113.9', '203.0.113.9'],
      ['::ffff:203.0.113.9', '203.0.113.9'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
      ['2001:db8::1', '2001:db8:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ];
    for (const [ip, network] of cases) assert.equal(networkOf(ip!), network);
  });
});
