// Framing of the wire protocol, wherever the bytes are split, and names of prepared statements.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type Batch,
  closeMessages,
  Framer,
  queryMessage,
  scopeNames,
  startupMessage,
} from '../../src/storage/embedded/wire.ts';

const TLS = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

function message(type: string, ...parts: (string | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const prepare = Buffer.concat([
  message('P', 'näme\0', 'select $1\0', [0, 0]),
  message('B', 'portal\0', 'näme\0', [0, 0, 0, 0, 0, 0]),
  message('D', 'Snäme\0'),
  message('D', 'Pportal\0'),
  message('E', '\0', [0, 0, 0, 0]),
  SYNC,
]);
const talk = Buffer.concat([
  TLS,
  startupMessage(),
  queryMessage('select 1'),
  prepare,
  queryMessage('ü'),
  TERMINATE,
]);

function frame(chunks: Buffer[]): string[] {
  const framer = new Framer();
  const shown = (batch: Batch) => (batch.kind === 'batch' ? batch.bytes.toString('hex') : batch.kind);
  return chunks.flatMap((chunk) => framer.push(chunk).map(shown));
}

const whole = [
  'refuse_tls',
  'startup',
  queryMessage('select 1').toString('hex'),
  prepare.toString('hex'),
  queryMessage('ü').toString('hex'),
  'terminate',
];

test('a conversation is the same wherever it is split', () => {
  assert.deepEqual(frame([talk]), whole);
  for (let at = 0; at <= talk.length; at++)
    assert.deepEqual(frame([talk.subarray(0, at), talk.subarray(at)]), whole, `split at ${at}`);
  assert.deepEqual(frame([...talk].map((byte) => Buffer.from([byte]))), whole);
});

test('a large message in small pieces takes time in proportion to its size', () => {
  const large = queryMessage('x'.repeat(32 * 1024 * 1024));
  const chunks = Array.from({ length: large.length / 16_384 }, (_, at) =>
    large.subarray(at * 16_384, (at + 1) * 16_384),
  );
  const rest = large.subarray(chunks.length * 16_384);
  const from = performance.now();
  assert.equal(frame([startupMessage(), ...chunks, rest]).length, 2);
  assert.ok(performance.now() - from < 3000);
});

test('bytes that are no protocol end the session and never loop or throw', () => {
  for (const bytes of ['GET / HTTP/1.1\r\n\r\n', '\0\0\0\0\0\0\0\0', '\0\0\0\x04\0\0\0\0'])
    assert.deepEqual(frame([Buffer.from(bytes, 'latin1')]), ['terminate'], JSON.stringify(bytes));
  for (const length of [
    [0, 0, 0, 0],
    [0xff, 0xff, 0xff, 0xff],
    [0x7f, 0xff, 0xff, 0xff],
  ])
    assert.deepEqual(frame([startupMessage(), Buffer.from([0x51, ...length]), queryMessage('x')]), [
      'startup',
      'terminate',
    ]);
});

test('names of statements are scoped, nothing else is', () => {
  const names = new Set<string>();
  const scoped = scopeNames(prepare, '7:', names);
  assert.deepEqual([...names], ['7:näme']);
  const expected = Buffer.concat([
    message('P', '7:näme\0', 'select $1\0', [0, 0]),
    message('B', 'portal\0', '7:näme\0', [0, 0, 0, 0, 0, 0]),
    message('D', 'S7:näme\0'),
    message('D', 'Pportal\0'),
    message('E', '\0', [0, 0, 0, 0]),
    SYNC,
  ]);
  assert.deepEqual(scoped, expected);
  const plain = queryMessage('select 1');
  assert.equal(scopeNames(plain, '7:', names), plain);
  const unnamed = Buffer.concat([
    message('P', '\0', 'select 1\0', [0, 0]),
    message('B', '\0\0', [0, 0, 0, 0, 0, 0]),
    SYNC,
  ]);
  assert.deepEqual(scopeNames(unnamed, '7:', names), unnamed);
  assert.deepEqual(closeMessages(['7:a']), Buffer.concat([message('C', 'S7:a\0'), SYNC]));
});
