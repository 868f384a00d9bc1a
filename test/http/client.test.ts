import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { BrandscopeError, connect, UnreachableError } from '../../client/main.ts';
import type { Operation, Stream } from '../../contract/operation.ts';
import { contract, operationNames } from '../../contract/table.ts';
import { Failure } from '../../src/operations/failure.ts';
import { gate, serve } from './edge.ts';
import { fakeService, KEY } from './fake-service.ts';

const echo = () => fakeService((name, input) => ({ success: true, name, input }));

test('every operation has a method that sends its body', async (t) => {
  const { url } = await serve(t, echo());
  const client = connect({ url, key: KEY });
  assert.deepEqual(Object.keys(client).sort(), [...operationNames].sort());
  for (const name of operationNames) {
    const { example: input, streams }: Operation = contract[name];
    if (streams) continue;
    assert.deepEqual(await client[name](input as never), { success: true, name, input });
  }
});

test('input and output have the types of the contract', async (t) => {
  const { url } = await serve(t, echo());
  const client = connect({ url, key: KEY });
  const report = await client.brandReport({ brand_id: 1, date: { from: '2026-10-01' } });
  const visibility: number = report.visibility;
  assert.equal(visibility, undefined);
  await client.brands();
  await client.promptReport();
  // @ts-expect-error a numeric string is no id
  await client.brandReport({ brand_id: '1' });
  // @ts-expect-error brand_id is required
  await client.sources({});
});

test('the address may end in /api/v1 or not', async (t) => {
  const { url } = await serve(t, echo());
  for (const end of ['', '/', '/api/v1', '/api/v1/']) await connect({ url: url + end, key: KEY }).brands();
  for (const bad of ['', 'localhost:8080', 'ftp://x', '/api/v1'])
    assert.throws(() => connect({ url: bad, key: KEY }), /url must be an http\(s\) address such as/);
});

test('a refusal carries status, message, Retry-After and the request id', async (t) => {
  const { url } = await serve(
    t,
    fakeService(() => Promise.reject(new Failure(503, 'Away', { retryAfter: 7 }))),
  );
  const error = await connect({ url, key: KEY })
    .brands()
    .catch((one: unknown) => one);
  assert.ok(error instanceof BrandscopeError);
  assert.deepEqual([error.status, error.message, error.retryAfter], [503, 'Away', 7]);
  assert.match(String(error.requestId), /^[0-9a-f-]{36}$/);
  const denied = connect({ url, key: 'nope' }).brands();
  await assert.rejects(denied, { status: 401, message: 'Missing or invalid API key', retryAfter: undefined });
});

test('no answer says which address, and why', async (t) => {
  const { url, stop } = await serve(
    t,
    fakeService(() => new Promise(() => {})),
    { graceMs: 1 },
  );
  const slow = connect({ url, key: KEY, timeoutMs: 100 }).brands();
  await assert.rejects(slow, {
    name: 'UnreachableError',
    message: `${url}/api/v1 did not answer within 0.1 s`,
  });
  await stop();
  const away = await connect({ url, key: KEY })
    .brands()
    .catch((error: unknown) => error);
  assert.ok(away instanceof UnreachableError);
  assert.match(away.message, /^Cannot reach http:\/\/127.0.0.1:\d+\/api\/v1: .*ECONNREFUSED/);
});

test('another program at the address is told apart', async (t) => {
  const other = createServer((_request, response) => response.end('<html>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.after(() => other.close());
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  await assert.rejects(connect({ url, key: KEY }).brands(), {
    message: `${url}/api/v1 answered 200, but not as a Brandscope service does`,
  });
});

test('an abort of the caller stays its own', async (t) => {
  const { opened, open } = gate();
  const { url } = await serve(
    t,
    fakeService(() => opened.then(() => ({ success: true }))),
  );
  const reason = new Error('changed my mind');
  const given = connect({ url, key: KEY }).brands({}, { signal: AbortSignal.abort(reason), retries: 3 });
  await assert.rejects(given, reason);
  open();
});

/** Fails so many times, then answers. */
function failing(times: number, failure: () => Error) {
  let left = times;
  return fakeService(() => {
    left -= 1;
    if (left >= 0) throw failure();
    return { success: true };
  });
}
const busy = () => new Failure(503, 'Busy');

test('nothing is sent twice unless asked', async (t) => {
  const service = failing(1, busy);
  const { url } = await serve(t, service);
  await assert.rejects(connect({ url, key: KEY }).brands(), { status: 503 });
  assert.equal(service.calls.length, 1);
});

test('asked for, a busy service is tried again; a creation then carries one key', async (t) => {
  const service = failing(2, busy);
  const { url } = await serve(t, service);
  await connect({ url, key: KEY }).createBrand({ name: 'Acme' }, { retries: 2 });
  const keys = new Set(service.calls.map(({ idempotencyKey }) => idempotencyKey));
  assert.equal(service.calls.length, 3);
  assert.equal(keys.size, 1);
  assert.match(String([...keys][0]), /^[0-9a-f-]{36}$/);
});

test('what the caller did wrong is not tried again', async (t) => {
  const service = failing(1, () => Failure.notFound('Brand not found'));
  const { url } = await serve(t, service);
  await assert.rejects(connect({ url, key: KEY }).brandReport({ brand_id: 1 }, { retries: 3 }), {
    status: 404,
  });
  assert.equal(service.calls.length, 1);
});

test('after a lost answer a report is asked again, a deletion is not', async () => {
  let attempts = 0;
  const lost: typeof fetch = () => {
    attempts += 1;
    return attempts % 2 === 1
      ? Promise.reject(new TypeError('fetch failed'))
      : Promise.resolve(Response.json({ success: true }));
  };
  const client = connect({ url: 'http://127.0.0.1:8080', key: KEY, fetch: lost });
  await client.brandReport({ brand_id: 1 }, { retries: 1 });
  assert.equal(attempts, 2);
  await assert.rejects(client.deleteBrand({ brand_id: 1 }, { retries: 1 }), UnreachableError);
  assert.equal(attempts, 3);
});

test('a given Idempotency-Key is sent as it is', async (t) => {
  const service = fakeService();
  const { url } = await serve(t, service);
  await connect({ url, key: KEY }).togglePrompt({ prompt_id: 1 }, { idempotencyKey: 'mine' });
  assert.equal(service.calls[0]?.idempotencyKey, 'mine');
});

const streaming = (portions: AsyncIterable<string>) =>
  fakeService(() => ({ type: 'text/csv', name: 'acme-answers.csv', portions }) satisfies Stream);
const EXPORT = { brand_id: 1, what: 'answers' } as const;

test('an operation that streams resolves when it begins, and may take longer than the time limit', async (t) => {
  const { opened, open } = gate();
  const service = streaming(
    (async function* () {
      yield 'first,';
      await opened;
      yield 'größe\n';
    })(),
  );
  const { url } = await serve(t, service);
  const response = await connect({ url, key: KEY, timeoutMs: 300 }).export(EXPORT);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="acme-answers.csv"');
  setTimeout(open, 600);
  assert.equal(await response.text(), 'first,größe\n');
  assert.deepEqual(service.calls[0]?.input, EXPORT);
});

test('a stream that fails half-way fails its reader', async (t) => {
  const service = streaming(
    (async function* () {
      yield 'first\n';
      throw new Error('the database is gone');
    })(),
  );
  const { url } = await serve(t, service);
  const response = await connect({ url, key: KEY }).export(EXPORT);
  await assert.rejects(response.text());
});

test('a refusal comes before a stream, as an error', async (t) => {
  const service = fakeService(() => Promise.reject(Failure.notFound('Brand not found')));
  const { url } = await serve(t, service);
  const refused = connect({ url, key: KEY }).export(EXPORT);
  await assert.rejects(refused, { name: 'BrandscopeError', status: 404, message: 'Brand not found' });
  const page: typeof fetch = async () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
  await assert.rejects(connect({ url, key: KEY, fetch: page }).export(EXPORT), {
    message: `${url}/api/v1 answered 200, but not as a Brandscope service does`,
  });
});

test('a reader who hangs up ends the stream, and makes room for others', async (t) => {
  const { opened, open } = gate();
  let ended = false;
  const service = streaming(
    (async function* () {
      try {
        for (;;) yield `${'x'.repeat(100_000)}\n`;
      } finally {
        ended = true;
        open();
      }
    })(),
  );
  const { url } = await serve(t, service, { maxInFlight: 1 });
  const client = connect({ url, key: KEY });
  const stop = new AbortController();
  const response = await client.export(EXPORT, { signal: stop.signal });
  await assert.rejects(client.brands(), { status: 503 });
  await response.body?.getReader().read();
  stop.abort();
  await opened;
  assert.equal(ended, true);
  await assert.doesNotReject(client.export(EXPORT, { retries: 3 }).then((again) => again.body?.cancel()));
});
