import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { dataFolder, run, start } from './cli.ts';

const account = (...args: string[]) => ['account', ...args];
const create = (name: string, ...more: string[]) =>
  account('create', '--name', name, '--email', 'kim@x.example', ...more);

describe('people on the command line', async () => {
  const { env, remove } = await dataFolder();
  after(remove);

  it('one person owns several accounts with one password', async () => {
    const first = JSON.parse((await run(create('One', '--json'), env)).out);
    const second = await run(create('Two'), env);
    assert.equal(second.code, 0);
    assert.match(
      second.out,
      /^account +2\ne-mail +kim@x\.example\nkim@x\.example has signed in before and keeps the password\n$/,
    );
    const third = JSON.parse((await run(create('Three', '--json'), env)).out);
    assert.deepEqual(third, { account_id: 3, email: 'kim@x.example', password: null });
    assert.ok(first.password.length >= 12);
    const given = await run(create('Four', '--password-stdin'), env, 'a secret of mine\n');
    assert.equal(given.code, 2);
    assert.match(given.err, /known already and keeps their password/);
  });

  it('signs in to the running service; a new password ends the sessions', async () => {
    const { password } = JSON.parse(
      (await run(account('password', '--email', 'kim@x.example', '--json'), env)).out,
    );
    const service = start(['serve'], env);
    const [, url = ''] = /Brandscope +(http\S+)/.exec(await service.seen('data  ')) ?? [];
    const send = (path: string, body: object, cookie = '') =>
      fetch(`${url}/console${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url, cookie },
        body: JSON.stringify(body),
      });
    const signedIn = await send('/auth/sign-in/email', { email: 'kim@x.example', password });
    const cookie = signedIn.headers.getSetCookie()[0]!.split(';', 1)[0]!;
    assert.equal((await send('/me', {}, cookie)).status, 200);
    const reset = account('password', '--email', 'Kim@x.example', '--password-stdin');
    const { out } = await run(reset, env, 'another sentence\n');
    assert.deepEqual([out.includes('All sessions were ended.'), out.includes('another')], [true, false]);
    assert.equal((await send('/me', {}, cookie)).status, 401);
    const again = await send('/auth/sign-in/email', { email: 'kim@x.example', password: 'another sentence' });
    assert.equal(again.status, 200);
    service.child.kill('SIGTERM');
    assert.equal((await service.ended).code, 0);
  });
});

describe('passwords on the command line', async () => {
  const { env, remove } = await dataFolder();
  after(remove);

  it('a password for nobody, or too short, is refused', async () => {
    const nobody = await run(account('password', '--email', 'no@x.example'), env);
    assert.deepEqual(
      [nobody.code, nobody.err],
      [1, 'brandscope: nobody has the e-mail address no@x.example\n'],
    );
    await run(create('One'), env);
    const short = await run(
      account('password', '--email', 'kim@x.example', '--password-stdin'),
      env,
      'short\n',
    );
    assert.deepEqual([short.code, /8 to 128 characters/.test(short.err)], [2, true]);
  });
});

describe('the first account', () => {
  it('serve prints the link to set up the first account, which works', async () => {
    const place = await dataFolder();
    after(place.remove);
    const service = start(['serve'], place.env);
    const text = await service.seen('key create');
    const [, link = ''] = /(http:\S+\/setup\?token=\S+)/.exec(text) ?? [];
    const { origin, searchParams } = new URL(link);
    const response = await fetch(`${origin}/console/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({
        token: searchParams.get('token'),
        account: 'First',
        name: 'Kim',
        email: 'kim@x.example',
        password: 'a long sentence',
      }),
    });
    assert.deepEqual(await response.json(), { success: true, account_id: 1 });
    service.child.kill('SIGTERM');
    await service.ended;
  });
});
