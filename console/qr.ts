// QR codes of texts, as ISO/IEC 18004 has them: bytes, with the least error correction, since they are read from
// a screen. A square is `square[y][x]`, true where it is dark.

import { bitOf, bitsOf, interleaved, padded, protectedBits, range } from './qr-bytes.ts';

/** Check bytes of each block, and how many blocks there are, by version: level L. */
const CHECK_BYTES = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const LEVEL_L = 1;

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Square = boolean[][];
type Draft = (boolean | undefined)[][];

/** The QR code of a text; null when it is longer than 858 bytes. `mask` is the best one unless given. */
export function qrCode(text: string, mask?: number): Square | null {
  const bytes = [...new TextEncoder().encode(text)];
  for (const version of range(BLOCKS.length).map((at) => at + 1)) {
    const draft = patterns(version);
    const total = Math.floor(draft.flat().filter((cell) => cell === undefined).length / 8);
    const [blocks = 1, check = 0] = [BLOCKS[version - 1], CHECK_BYTES[version - 1]];
    const data = padded(bytes, version, total - blocks * check);
    if (data === null) continue;
    const bits = interleaved(data, blocks, check).map((byte) => bitsOf(byte, 8));
    const masks = mask === undefined ? [...MASKS.keys()] : [mask];
    const codes = masks.map((number) => masked(draft, bits.join(''), number));
    return codes.reduce((best, code) => (unevenness(code) < unevenness(best) ? code : best));
  }
  return null;
}

/** What every code of a version has; undefined where data stands. The places of the format are kept light. */
function patterns(version: number): Draft {
  const size = version * 4 + 17;
  const draft: Draft = range(size).map(() => range(size).map(() => undefined));
  const rings = (x: number, y: number, radius: number, light: number) => {
    for (const cell of range(size * size)) {
      const [column, row] = [cell % size, Math.floor(cell / size)];
      const ring = Math.max(Math.abs(column - x), Math.abs(row - y));
      if (ring <= radius) set(draft, column, row, ring !== light && ring !== 4);
    }
  };
  for (const at of range(size)) {
    set(draft, 6, at, at % 2 === 0);
    set(draft, at, 6, at % 2 === 0);
  }
  const marks = alignment(version);
  const isCorner = (x: number, y: number) => Math.min(x, y) === 6 && [6, size - 7].includes(Math.max(x, y));
  for (const x of marks) for (const y of marks) if (!isCorner(x, y)) rings(x, y, 2, 1);
  rings(3, 3, 4, 2);
  rings(size - 4, 3, 4, 2);
  rings(3, size - 4, 4, 2);
  drawFormat(draft, 0);
  if (version >= 7) drawVersion(draft, version);
  return draft;
}

function set(draft: Draft, x: number, y: number, isDark: boolean): void {
  const row = draft[y];
  if (row) row[x] = isDark;
}

/** Where the centres of the alignment marks stand, in both directions. */
function alignment(version: number): number[] {
  if (version === 1) return [];
  const gaps = Math.floor(version / 7) + 1;
  const step = Math.ceil((version * 2 + 2) / gaps) * 2;
  return [6, ...range(gaps).map((at) => version * 4 + 10 - at * step)];
}

function drawFormat(draft: Draft, bits: number): void {
  const size = draft.length;
  for (const at of range(15)) {
    const isDark = bitOf(bits, at);
    const near = at + Number(at > 5);
    if (at < 8) set(draft, 8, near, isDark);
    else set(draft, at === 8 ? 7 : 14 - at, 8, isDark);
    if (at < 8) set(draft, size - 1 - at, 8, isDark);
    else set(draft, 8, size - 15 + at, isDark);
  }
  set(draft, 8, size - 8, true);
}

function drawVersion(draft: Draft, version: number): void {
  const bits = protectedBits(version, 12, 0x1f25);
  for (const at of range(18)) {
    const [far, near] = [draft.length - 11 + (at % 3), Math.floor(at / 3)];
    set(draft, far, near, bitOf(bits, at));
    set(draft, near, far, bitOf(bits, at));
  }
}

/** The finished code: bits in columns of two, up and down from the right, turned over where the mask says. */
function masked(draft: Draft, bits: string, mask: number): Square {
  const code = draft.map((row) => [...row]);
  const size = code.length;
  let next = 0;
  for (const pair of range((size - 1) / 2)) {
    const right = size - 1 - pair * 2 - Number(pair * 2 >= size - 7);
    for (const step of range(size)) {
      const y = pair % 2 === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (code[y]?.[x] === undefined)
          set(code, x, y, (bits[next++] === '1') !== (MASKS[mask]?.(x, y) ?? false));
      }
    }
  }
  drawFormat(code, protectedBits((LEVEL_L << 3) | mask, 10, 0x537) ^ 0x5412);
  return code as Square;
}

/** How much there is of what readers stumble over: long runs, blocks, what looks like a corner, too much of one. */
function unevenness(code: Square): number {
  const line = (cells: readonly (boolean | undefined)[]) => cells.map(Number).join('');
  const lines = [...code.map(line), ...range(code.length).map((x) => line(code.map((row) => row[x])))];
  const total = code.length ** 2;
  let points = Math.floor(Math.abs((code.flat().filter(Boolean).length / total) * 100 - 50) / 5) * 10;
  for (const text of lines) {
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    points += [...text.matchAll(/(?=10111010000|00001011101)/g)].length * 40;
  }
  for (const [y, row] of code.entries()) {
    for (const x of range(code.length - 1)) {
      const four = [row[x], row[x + 1], code[y + 1]?.[x], code[y + 1]?.[x + 1]];
      if (four.every((cell) => cell === row[x])) points += 3;
    }
  }
  return points;
}
