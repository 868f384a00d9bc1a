// Whom ratings and signs are about: `**Acme** 4.7/5`, `❌ Acme`.
import { grounded, settle, type Tally } from './feeling-tally.ts';
import type { Tone } from './lexicon.ts';
import { type Mark, signAt } from './marks.ts';
import type { Sentence } from './sentences.ts';
import type { Range } from './structure.ts';

/** What a full rating counts in the values of words. */
const RATING = 2.4;

/** Passes over the marks before a stretch; stretches come in the order of the text. */
function skipTo(tally: Tally, { start, end }: Range): void {
  while ((tally.marks[tally.nextMark]?.start ?? end) < start) tally.nextMark++;
}

/** The bare ratings of a stretch; asked in the order of the text. */
export function bareMarks(tally: Tally, stretch: Range): Mark[] {
  const { marks } = tally;
  const { end } = stretch;
  skipTo(tally, stretch);
  const found: Mark[] = [];
  for (let i = tally.nextMark; (marks[i]?.start ?? end) < end; i++) {
    const mark = marks[i];
    if (mark?.bare) found.push(mark);
  }
  return found;
}

/** `**Acme** 4.7/5`: what is rated is named before it, after it with `for`, or leads the passage. */
export function readMarks(tally: Tally, sentence: Sentence, leader: number): void {
  const { marks } = tally;
  const { start, end } = sentence;
  skipTo(tally, sentence);
  let from = start;
  for (let mark = marks[tally.nextMark]; mark && mark.start < end; mark = marks[++tally.nextMark]) {
    if (mark.value !== 0 && !(mark.bare && isInName(sentence, mark)))
      settle(
        tally,
        ratedBy(tally, sentence, { from, mark }, leader),
        grounded('rating', RATING * mark.value, mark),
      );
    from = mark.end;
  }
}

/** `4.5 Stars` may be what a brand is called. */
const isInName = ({ tokens }: Sentence, mark: Range): boolean =>
  tokens.some(({ named, start, end }) => named >= 0 && start < mark.end && end > mark.start);

/** Between the last rating and this one stands one name, or it is left open whom it is about: `A and B: 9/10, 3/10`. */
function ratedBy(
  tally: Tally,
  { tokens, end }: Sentence,
  { from, mark }: { from: number; mark: Range },
  leader: number,
): number {
  const { text } = tally.scene.visible;
  const rated = tokens.filter(({ named }) => named >= 0 && !isReviewer(tally, named));
  const after = rated.find(({ start }) => start >= mark.end);
  if (after && FOR.test(text.slice(mark.end, after.start))) return after.named;
  const before = rated.filter((token) => token.start >= from && token.start <= mark.start);
  const ids = new Set(before.map(({ named }) => tally.scene.named[named]?.id));
  if (ids.size === 1) return before[0]?.named ?? -1;
  if (ids.size > 1) return -1;
  if (leader >= 0 && !isReviewer(tally, leader)) return leader;
  const earlier = rated.findLast(({ start }) => start < mark.start);
  const sole =
    earlier ?? (text.slice(from, mark.start).trim() === '' && after && after.start < end ? after : null);
  if (sole) return sole.named;
  // Where nobody else is named, a review site is rated itself.
  return tally.carried >= 0 ? tally.carried : (tokens.find(({ named }) => named >= 0)?.named ?? -1);
}

const FOR = /^\s(?:for|für|pour|para|per|voor|dla|для)\s$/u;
/** Where ratings come from: `Trustpilot: 1.8/5` is about somebody else. */
const REVIEWERS =
  /^(?:trustpilot|g2|capterra|yelp|tripadvisor|glassdoor|kununu|trusted shops|provenexpert|software advice|getapp|trustradius|opiniones verificadas|avis verifies|recensioni verificate|reclame aqui|kiyoh|klantenvertellen|trustprofile|opineo|ceneo|zaufane opinie)$/;

export function isReviewer({ scene: { named, visible } }: Tally, place: number): boolean {
  const name = named[place];
  return name !== undefined && REVIEWERS.test(visible.folded.slice(name.start, name.end));
}

/** `❌ Acme` and `Acme 👍` are verdicts on Acme, `❌ slow` under a name is one of its cons. */
export function readSign(tally: Tally, { start, end, tokens }: Sentence): Tone | null {
  const { text } = tally.scene.visible;
  const [first] = tokens;
  const sign = signAt(text.slice(start, Math.min(end, start + 12)));
  const own = tokens.filter(({ named }) => named >= 0);
  if (sign && first && own.length === 0) return sign.value > 0 ? 'pros' : 'cons';
  const last = own.at(-1);
  const after = last ? signAt(text.slice(last.end, end).replace(/^[\s:–—-]+/, '')) : null;
  const [token, value] = sign && first && first.named >= 0 ? [first, sign.value] : [last, after?.value];
  if (token && value !== undefined) {
    const span = sign
      ? { start, end: token.end }
      : { start: token.start, end: start + text.slice(start, end).trimEnd().length };
    settle(tally, token.named, grounded('rating', RATING * value, span));
  }
  return null;
}
