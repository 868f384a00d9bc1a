// What the tests of the edge share: an application around a fake service, and requests against it.
import assert from 'node:assert/strict';
import { connect as connectSocket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { buildApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/listen.ts';
import type { HttpOptions } from '../../src/http/options.ts';
import type { Service } from '../../src/operations/service.ts';
import { fakeService, KEY } from './fake-service.ts';

export const JSON_TYPE = 'application/json';
export const key = { authorization: `Bearer ${KEY}` };

const defaults: HttpOptions = { logger: false, rateLimitPerMinute: 0, maxInFlight: 100, version: '0.1.0' };

export function edge(service: Service = fakeService(), options: Partial<HttpOptions> = {}) {
  return buildApp(service, { ...defaults, ...options });
}

/** A POST to the brand report with a key and a body, unless told otherwise. */
export function post(change: InjectOptions = {}): InjectOptions {
  return {
    method: 'POST',
    url: '/api/v1/brand-report',
    payload: '{"brand_id":1}',
    ...change,
    headers: { ...key, 'content-type': JSON_TYPE, ...change.headers },
  };
}

/** Checks status, message, and what every error response has. */
export function assertError(response: LightMyRequestResponse, status: number, error: string): void {
  assert.deepEqual(
    { status: response.statusCode, body: response.json() },
    { status, body: { success: false, error } },
  );
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.equal(response.headers['x-content-type-options'], 'nosniff');
  assert.match(String(response.headers['x-request-id']), /^[0-9a-f-]{36}$/);
}

/** Listens on a free port until the test ends. */
export async function serve(
  t: TestContext,
  service: Service,
  options: Partial<HttpOptions> & { graceMs?: number } = {},
) {
  const { graceMs, ...http } = options;
  const app = edge(service, http);
  const listening = await listen(app, { host: '127.0.0.1', port: 0 }, graceMs);
  t.after(() => listening.stop());
  return { ...listening, app, port: Number(new URL(listening.url).port) };
}

/** Sends bytes as they are and resolves with all that comes back until the connection closes. */
export function raw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
    });
    socket.on('close', () => resolve(received)).on('error', reject);
    setTimeout(() => socket.destroy(), 10_000).unref();
  });
}

/** A promise that is settled from outside: holds an operation until the test lets it go. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

/** Waits for what another connection brings about. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, `waited in vain for ${condition}`);
    await sleep(5);
  }
}
