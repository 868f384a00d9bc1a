// An OpenID Connect provider on this machine: it signs whatever person a test names into an id token.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export type Claims = { sub: string; email: string; email_verified: boolean; name?: string };
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const CLIENT = { clientId: 'brandscope', clientSecret: 'client-secret' };

/** Starts the provider on a free port; it stops after the tests of the file. */
export async function startProvider() {
  const codes = new Map<string, { claims: Claims; nonce: string; challenge: string }>();
  const state = { isAway: false, change: (claims: object) => claims };
  const server = createServer((request, response) => {
    if (state.isAway) response.writeHead(503).end();
    else void answer(request, response).catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration') json(discovery(issuer));
    else if (request.url === '/jwks')
      json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] });
    else if (request.url === '/token') json(tokens(await form(request)));
    else response.writeHead(404).end();
  }

  function tokens(given: URLSearchParams): object {
    const known = codes.get(given.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    if (!known || known.challenge !== verifier) throw new Error('wrong code');
    codes.delete(given.get('code') ?? '');
    const now = Math.floor(Date.now() / 1000);
    const { claims, nonce } = known;
    const standard = { iss: issuer, aud: CLIENT.clientId, iat: now, exp: now + 300, nonce };
    const id_token = jwt(state.change({ ...standard, ...claims }));
    return { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token };
  }

  return {
    oidc: { issuer, ...CLIENT, name: 'Agency login' },
    state,
    /** What the provider does when the browser comes and the person agrees: the way back. */
    agree(address: string, claims: Claims): string {
      const { searchParams: asked } = new URL(address);
      const code = `code-${codes.size}-${Math.random()}`;
      const [nonce, challenge] = [asked.get('nonce') ?? '', asked.get('code_challenge') ?? ''];
      codes.set(code, { claims, nonce, challenge });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer }).toString();
      return back.href;
    },
  };
}

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ['RS256'],
});

async function form(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return new URLSearchParams(body);
}

function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'RS256', kid: 'k', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}
