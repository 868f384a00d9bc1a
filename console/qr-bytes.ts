// The bytes of a QR code: the text with its length and filling, and what mends reading errors.

/** 0, 1, 2 and so on: as many numbers as that. */
export const range = (length: number) => Array.from({ length }, (_, at) => at);
/** Whether a bit is set; 0 is the lowest. */
export const bitOf = (value: number, at: number) => ((value >> at) & 1) === 1;
/** A number in binary. */
export const bitsOf = (value: number, length: number) => value.toString(2).padStart(length, '0');

/** Mode, length, text, end and filling; null when there is no room for it. */
export function padded(bytes: readonly number[], version: number, room: number): number[] | null {
  const length = bitsOf(bytes.length, version < 10 ? 8 : 16);
  const text = `0100${length}${bytes.map((byte) => bitsOf(byte, 8)).join('')}`;
  if (text.length > room * 8) return null;
  const bits = text.padEnd(Math.ceil(Math.min(text.length + 4, room * 8) / 8) * 8, '0');
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return [...data, ...range(room - data.length).map((at) => (at % 2 === 0 ? 0xec : 0x11))];
}

/** Blocks with their check bytes, taken byte by byte from each in turn; the later blocks are one longer. */
export function interleaved(data: readonly number[], count: number, check: number): number[] {
  const short = Math.floor(data.length / count);
  const firstLong = count - (data.length % count);
  const blocks = range(count).map((at) => {
    const start = at * short + Math.max(0, at - firstLong);
    return data.slice(start, start + short + Number(at >= firstLong));
  });
  const turns = (lists: number[][]) =>
    range(Math.max(...lists.map(({ length }) => length))).flatMap((at) =>
      lists.flatMap((list) => list.slice(at, at + 1)),
    );
  return [...turns(blocks), ...turns(blocks.map((block) => checkBytes(block, check)))];
}

/** The Reed-Solomon remainder of the data. */
export function checkBytes(data: readonly number[], count: number): number[] {
  let divisor = [1];
  let root = 1;
  for (const _ of range(count)) {
    divisor = [...divisor, 0].map((value, at) => value ^ times(divisor[at - 1] ?? 0, root));
    root = times(root, 2);
  }
  let rest = range(count).map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, at) => value ^ times(divisor[at + 1] ?? 0, factor));
  }
  return rest;
}

/** Multiplies in the field of 256 numbers modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  const shifted = (product: number) => (product << 1) ^ (product > 127 ? 0x11d : 0);
  return range(8).reduce((product, at) => shifted(product) ^ (bitOf(b, 7 - at) ? a : 0), 0);
}

/** A value followed by the remainder of its division: the code of version and format. */
export function protectedBits(value: number, length: number, divisor: number): number {
  let rest = value;
  for (const _ of range(length)) rest = (rest << 1) ^ (bitOf(rest, length - 1) ? divisor : 0);
  return (value << length) | rest;
}
