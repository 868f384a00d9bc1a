import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { isKey, keyHash, keyHints, makeKey } from '../../src/domain/keys.ts';

test('keys say their kind and are all different', () => {
  const keys = Array.from({ length: 500 }, (_, at) => makeKey(at % 2 ? 'brand' : 'global'));
  assert.equal(new Set(keys).size, keys.length);
  keys.forEach((key, at) => {
    assert.match(key, at % 2 ? /^bsk_b_[0-9A-Za-z]{38}$/ : /^bsk_g_[0-9A-Za-z]{38}$/);
    assert.equal(isKey(key), true);
  });
});

test('every single typo, every swap of neighbours and every cut is noticed', () => {
  const key = makeKey('global');
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === 'x' ? 'y' : 'x';
    assert.equal(isKey(key.slice(0, at) + other + key.slice(at + 1)), false, `typo at ${at}`);
    assert.equal(isKey(key.slice(0, at)), false);
    const [one, two] = [key[at], key[at + 1]];
    if (two && one !== two) assert.equal(isKey(key.slice(0, at) + two + one + key.slice(at + 2)), false);
  }
  for (const wrong of [
    '',
    ' ',
    `${key} `,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    key.replace('g', 'b'),
    `${key}0`,
  ])
    assert.equal(isKey(wrong), false, JSON.stringify(wrong));
});

test('the checksum is fixed: keys of earlier versions stay keys', () => {
  assert.equal(
    isKey(`bsk_g_00000000000000000000000000000000${checksumOf('bsk_g_00000000000000000000000000000000')}`),
    true,
  );
});

// Bit by bit, unlike the code: CRC-32 in base 62, digits before letters, capitals first.
function checksumOf(text: string): string {
  let crc = ~0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let rest = ~crc >>> 0;
  let digits = '';
  for (let at = 0; at < 6; at++) {
    digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

test('what is stored and shown is no key', () => {
  const key = makeKey('brand');
  assert.deepEqual(keyHash(key), createHash('sha256').update(key).digest());
  assert.deepEqual(keyHints(key), { prefix: key.slice(0, 10), last_four: key.slice(-4) });
});
