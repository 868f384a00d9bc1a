// Keeps reading within bounds on hostile text: what is cut off or blanked here is what nobody writes.

/** Structure, other brands and sentiment are read up to here: the worst text of this length takes 0.1 s. */
export const CLOSELY = 100_000;
/** Names and links are read up to here, which is more than any agent writes. */
export const AT_ALL = 200_000;
const LONGEST_WORD = 1000;

/** The first part of an answer: all of it, or as much as ends between words within the bound. */
export function firstPart(answer: string, bound: number): string {
  if (answer.length <= bound) return answer;
  const gap = Math.max(answer.lastIndexOf('\n', bound), answer.lastIndexOf(' ', bound));
  return answer.slice(0, gap > bound - LONGEST_WORD ? gap : bound);
}

const MARKS_PER_BLOCK = 800;
const DEEP = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){32,}/gm;
/** Where the parser surely begins a block. */
const BLOCK_STARTS = /(\n[ \t]*\n|\n(?=[-*+] \S|#{1,6} ))/;
const NUMBERED = /^\d{1,9}[.)] \S/;
const NUMBERED_STARTS = /(\n(?=\d{1,9}[.)] \S))/;

/** The parser is quadratic in the open marks of a block: where no writer would put so many, they are blanked. */
export function tame(source: string): string {
  if (source.length < 4 * MARKS_PER_BLOCK) return source;
  // So many quotes in quotes and lists in lists are nobody's; each would be a node of the tree.
  const shallow = source.replace(DEEP, (marks) => ' '.repeat(marks.length));
  return shallow
    .split(BLOCK_STARTS)
    .flatMap((part) => (NUMBERED.test(part) ? part.split(NUMBERED_STARTS) : part))
    .map((block) => (countMarks(block) > MARKS_PER_BLOCK ? block.replace(/[*_[\]<`~!]/g, ' ') : block))
    .join('');
}

function countMarks(block: string): number {
  let marks = 0;
  for (let i = 0; i < block.length; i++) {
    const code = block.charCodeAt(i);
    if (code === 42 || code === 95 || code === 91 || code === 96 || code === 126 || code === 60) marks++;
  }
  return marks;
}
