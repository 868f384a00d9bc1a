// Settings of signing in that do not fit together are named before the service starts.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../../src/config.ts';

function wrong(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}

it('OpenID Connect needs all of its settings and the public address', () => {
  const all = {
    OIDC_ISSUER: 'https://login.example',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret-value',
    PUBLIC_URL: 'https://brandscope.example',
  };
  assert.deepEqual(wrong(all), []);
  assert.equal(readConfig(all).OIDC_NAME, 'OpenID Connect');
  assert.deepEqual(wrong({ OIDC_ISSUER: all.OIDC_ISSUER }), [
    'OIDC_CLIENT_ID: must be set, because OIDC_ISSUER is',
    'OIDC_CLIENT_SECRET: must be set, because OIDC_ISSUER is',
    'PUBLIC_URL: must be set, because OIDC_ISSUER is',
  ]);
});

it('a mail server needs a sender, and its password is not repeated', () => {
  const SMTP_URL = 'smtps://user:hidden@mail.example';
  assert.deepEqual(wrong({ SMTP_URL, SMTP_FROM: 'no-reply@x.example' }), []);
  assert.deepEqual(wrong({ SMTP_URL }), ['SMTP_FROM: must be set, because SMTP_URL is']);
  const noMail = wrong({ SMTP_URL: 'https://user:hidden@mail.example' });
  assert.equal(noMail[0], 'SMTP_URL: must be an smtp(s) URL');
  assert.ok(!noMail.join().includes('hidden'));
});

it('proxies are addresses or networks, and never everybody', () => {
  const given = ' 127.0.0.1, 10.0.0.0/8,fd00::/8 ,loopback';
  const { TRUST_PROXY } = readConfig({ TRUST_PROXY: given });
  assert.deepEqual(TRUST_PROXY, ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback']);
  for (const bad of [
    'true',
    '*',
    '1',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/x',
    '127.0.0.1,',
    'fd00::/129',
  ])
    assert.match(wrong({ TRUST_PROXY: bad })[0] ?? '', /^TRUST_PROXY=.*must be addresses or networks/, bad);
});
