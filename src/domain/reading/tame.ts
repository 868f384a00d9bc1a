// Keeps the parser linear on hostile text.

const MARKS_PER_BLOCK = 800;
const DEEP = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){32,}/gm;

/** The parser is quadratic in the open marks of a block: where no writer would put so many, they are blanked. */
export function tame(source: string): string {
  if (source.length < 4 * MARKS_PER_BLOCK) return source;
  // So many quotes in quotes and lists in lists are nobody's; each would be a node of the tree.
  const shallow = source.replace(DEEP, (marks) => ' '.repeat(marks.length));
  const chunks = shallow.split(/(\n[ \t]*\n)/);
  return chunks
    .map((chunk) => (countMarks(chunk) > MARKS_PER_BLOCK ? chunk.replace(/[*_[\]<`~!]/g, ' ') : chunk))
    .join('');
}

function countMarks(chunk: string): number {
  let marks = 0;
  for (let i = 0; i < chunk.length; i++) {
    const code = chunk.charCodeAt(i);
    if (code === 42 || code === 95 || code === 91 || code === 96 || code === 126 || code === 60) marks++;
  }
  return marks;
}
