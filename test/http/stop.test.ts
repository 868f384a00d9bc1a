import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gate, key, raw, serve, until } from './edge.ts';
import { fakeService, KEY } from './fake-service.ts';

/** A POST over a kept connection. */
function ask(port: number, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { ...key, 'content-type': 'application/json' };
    const options = { port, host: '127.0.0.1', path: '/api/v1/brand-report', method: 'POST', headers, agent };
    request(options, (response) => response.resume().on('end', () => resolve(response)))
      .on('error', reject)
      .end('{}');
  });
}

test('a stop answers what is in flight, lets keep-alive clients go, and takes nothing new', async (t) => {
  const { opened, open } = gate();
  let slow = false;
  const service = fakeService(() => (slow ? opened.then(() => ({ success: true })) : { success: true }));
  const { port, stop } = await serve(t, service);
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  t.after(() => agents.forEach((agent) => void agent.destroy()));
  const idle = await ask(port, agents[0]!);
  assert.equal(idle.headers.connection, 'keep-alive');
  await ask(port, agents[1]!);
  slow = true;
  const inFlight = ask(port, agents[1]!);
  await until(() => service.calls.length === 3);
  const started = performance.now();
  const stopped = stop();
  await sleep(50);
  await assert.rejects(ask(port, new Agent()), { code: 'ECONNREFUSED' });
  open();
  const response = await inFlight;
  assert.deepEqual([response.statusCode, response.headers.connection], [200, 'close']);
  await stopped;
  assert.ok(performance.now() - started < 5_000, 'stopped soon after the last answer');
});

test('what is not answered within the grace is cut', async (t) => {
  const service = fakeService(() => new Promise(() => {}));
  const { port, stop } = await serve(t, service, { graceMs: 300 });
  const hanging = ask(port, new Agent());
  const cut = assert.rejects(hanging, { code: 'ECONNRESET' });
  await until(() => service.calls.length === 1);
  const started = performance.now();
  await stop();
  await cut;
  const elapsed = performance.now() - started;
  assert.ok(elapsed >= 290 && elapsed < 3_000, `${elapsed} ms`);
});

test('a sender that never finishes its body does not hold a stop', async (t) => {
  const service = fakeService();
  const { port, stop } = await serve(t, service, { graceMs: 300 });
  const head = `POST /api/v1/brand-report HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`;
  const received = raw(port, head);
  await until(() => service.authenticated === 1);
  const started = performance.now();
  await stop();
  assert.ok(performance.now() - started < 3_000);
  await received.catch(() => '');
});

test('a connection that never asked anything does not hold a stop', async (t) => {
  const { port, stop } = await serve(t, fakeService());
  const received = raw(port, '');
  await sleep(50);
  const started = performance.now();
  await stop();
  assert.ok(performance.now() - started < 5_000);
  await received;
});

test('stop may be called twice', async (t) => {
  const { stop } = await serve(t, fakeService());
  await Promise.all([stop(), stop()]);
});
