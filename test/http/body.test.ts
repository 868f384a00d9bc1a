import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract, operationNames } from '../../contract/table.ts';
import { assertError, edge, JSON_TYPE, key, post } from './edge.ts';
import { fakeService } from './fake-service.ts';

const NOT_JSON = 'Request body is not valid JSON';
const NOT_OBJECT = 'Request body must be a JSON object';
const NOT_TYPE = 'Content-Type must be application/json in UTF-8';

const malformed: Record<string, string | Buffer> = {
  'an open object': '{"brand_id":1',
  'a trailing comma': '{"brand_id":1,}',
  'single quotes': "{'brand_id':1}",
  'blanks alone': ' \n',
  'a comment': '{} // x',
  NaN: '{"brand_id":NaN}',
  'UTF-8 that is broken': Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-16': Buffer.from('{"brand_id":1}', 'utf16le'),
};
for (const [what, payload] of Object.entries(malformed)) {
  test(`400 for ${what}`, async () => {
    assertError(await edge().inject(post({ payload })), 400, NOT_JSON);
  });
}

for (const payload of ['[]', '[{"brand_id":1}]', 'null', '1', '"text"', 'true', '']) {
  test(`400 for a body that is no object: ${JSON.stringify(payload)}`, async () => {
    assertError(await edge().inject(post({ payload })), 400, NOT_OBJECT);
  });
}

test('400 without any body, with and without a content type, on every operation', async () => {
  const app = edge();
  for (const name of operationNames) {
    const { method, path } = contract[name];
    const request = { method, url: `/api/v1${path}` };
    assertError(await app.inject({ ...request, headers: key }), 400, NOT_OBJECT);
    assertError(
      await app.inject({ ...request, headers: { ...key, 'content-type': JSON_TYPE } }),
      400,
      NOT_OBJECT,
    );
  }
});

for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'application/vnd.api+json',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'nonsense',
]) {
  test(`415 for ${type}`, async () => {
    assertError(await edge().inject(post({ headers: { 'content-type': type } })), 415, NOT_TYPE);
  });
}

test('415 for a body without a content type', async () => {
  const request = { method: 'POST', url: '/api/v1/brand', headers: key } as const;
  assertError(await edge().inject({ ...request, payload: Buffer.from('{}') }), 415, NOT_TYPE);
});

test('415 for a compressed body', async () => {
  const response = await edge().inject(post({ headers: { 'content-encoding': 'gzip' } }));
  assertError(response, 415, 'Request body must not be compressed');
});

for (const type of [
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json; version=1',
]) {
  test(`${type} is accepted`, async () => {
    assert.equal((await edge().inject(post({ headers: { 'content-type': type } }))).statusCode, 200);
  });
}

test('413 beyond the limit of the operation, not at it', async () => {
  const app = edge();
  const body = (bytes: number) =>
    JSON.stringify({ brand_id: 1, x: 'x'.repeat(bytes - '{"brand_id":1,"x":""}'.length) });
  const mebibyte = 1024 * 1024;
  assert.equal((await app.inject(post({ payload: body(mebibyte) }))).statusCode, 200);
  const tooLarge = await app.inject(post({ payload: body(mebibyte + 1) }));
  assertError(tooLarge, 413, 'Request body must not be larger than 1 MiB');
  const url = '/api/v1/answers/import';
  assert.equal((await app.inject(post({ url, payload: body(mebibyte + 1) }))).statusCode, 200);
  const huge = await app.inject(post({ url, payload: body(32 * mebibyte + 1) }));
  assertError(huge, 413, 'Request body must not be larger than 32 MiB');
});

test('unusual but valid JSON arrives as it is', async () => {
  const service = fakeService();
  const payload = '\ufeff{"a":1,"a":2,"é😀":"\\ud800","__proto__":{"x":1},"constructor":{"prototype":{}}}';
  assert.equal((await edge(service).inject(post({ payload }))).statusCode, 200);
  const input = service.calls[0]?.input as Record<string, unknown>;
  assert.deepEqual(Object.keys(input), ['a', 'é😀', '__proto__', 'constructor']);
  assert.equal(input.a, 2);
  assert.equal(({} as { x?: number }).x, undefined);
});
