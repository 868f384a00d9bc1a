// Some servers leave what a model thinks in the text of its answer: in a block before it, without an end where the
// tokens ran out, without a beginning where the model's template supplied it.

const OPEN = '<think>';
const CLOSE = '</think>';

/** The answer without the thinking before it. */
export function withoutThinking(text: string): string {
  let start = 0;
  while (startsThinking(text, start)) {
    const end = text.indexOf(CLOSE, start);
    if (end < 0) return '';
    start = end + CLOSE.length;
  }
  if (start > 0) return text.slice(start).trimStart();
  const end = text.indexOf(CLOSE);
  const open = text.indexOf(OPEN);
  return end >= 0 && (open < 0 || open > end) ? text.slice(end + CLOSE.length).trimStart() : text;
}

function startsThinking(text: string, from: number): boolean {
  const space = /\s*/y;
  space.lastIndex = from;
  space.test(text);
  return text.startsWith(OPEN, space.lastIndex);
}
