// QR codes against those of another encoder, and what a session's user agent is called.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { deviceOf } from '../../console/pages/account/device.ts';
import { qrCode } from '../../console/qr.ts';
import { checkBytes } from '../../console/qr-bytes.ts';

const rowsOf = (code: boolean[][] | null) =>
  code?.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));
const digest = (code: boolean[][] | null) =>
  createHash('sha256')
    .update(rowsOf(code)?.join('\n') ?? '')
    .digest('hex')
    .slice(0, 16);

test('the check bytes are those of a worked example', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  assert.deepEqual(checkBytes(data, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test('a short text is drawn square by square as elsewhere', () => {
  assert.deepEqual(rowsOf(qrCode('Brandscope')), [
    '#######.##..#.#######',
    '#.....#..#..#.#.....#',
    '#.###.#.#.#.#.#.###.#',
    '#.###.#.#..#..#.###.#',
    '#.###.#.###...#.###.#',
    '#.....#.......#.....#',
    '#######.#.#.#.#######',
    '.........##..........',
    '####..#.#.#..#..###.#',
    '..#.##..#.#.#####.###',
    '.#....####..##.#.####',
    '#..###......#..#.#.##',
    '####.##.##.#.###.....',
    '........###...#.##..#',
    '#######..##..#.###...',
    '#.....#..#.###..###.#',
    '#.###.#..#.#.....##..',
    '#.###.#.#......#.###.',
    '#.###.#.#..#.#.......',
    '#.....#.#####.#.....#',
    '#######.#..###.##.#..',
  ]);
});

const secret = `${'JBSWY3DPEHPK3PXP'.repeat(3)}ABCD`;
const URI = `otpauth://totp/Brandscope:owner1%40agency.example?secret=${secret}&issuer=Brandscope&digits=6&period=30`;

test('each mask, versions with their number, several blocks: the same as elsewhere', () => {
  assert.equal(qrCode(URI)?.length, 45);
  const known = [
    ...['fbfacdc05758e153', '4e24981516b073a5', '7f4f47b29509f527', 'b0584177a44656ab'],
    ...['2903c44837888650', 'e20a854b16a7578e', '33edd22e05037cac', '1bd36bd2909911a9'],
  ];
  assert.deepEqual(
    known.map((_, mask) => digest(qrCode(URI, mask))),
    known,
  );
  assert.equal(digest(qrCode(URI)), known[1], 'the best mask is taken');
  assert.equal(digest(qrCode('x'.repeat(300))), '4b7534cb5655a923');
  assert.equal(digest(qrCode('é'.repeat(429))), 'be2961ece23aba10');
});

test('a text that no version has room for has no code', () => {
  assert.equal(qrCode('a'.repeat(858))?.length, 97);
  assert.equal(qrCode('a'.repeat(859)), null);
});

test('user agents in words', () => {
  const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const known = [
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'Chrome on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605`, 'Safari on macOS'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Safari/604.1`, 'Safari on iOS'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari', 'Chrome on Android'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', 'Unknown device'],
  ];
  for (const [userAgent = '', name] of known) assert.equal(deviceOf(userAgent), name);
});
