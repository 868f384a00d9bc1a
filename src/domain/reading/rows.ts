// Names in one row with a name: `X, Y and Z`.
import { type Context, type Draft, trimRange } from './discover.ts';
import { isSomewhere, opensSentence, sightIf } from './guess.ts';
import { dropOpening } from './prose.ts';
import type { Range } from './structure.ts';
import { isGround } from './witness.ts';
import { nameWorth } from './worth.ts';

const WORD = "(?:[\\p{Lu}\\p{N}][\\p{L}\\p{N}'.+-]*)";
const NAME = `${WORD}(?: (?:& )?${WORD}){0,3}`;
const AND: Readonly<Record<string, string>> = {
  en: 'and|or',
  de: 'und|oder',
  es: 'y|e|o|u',
  fr: 'et|ou',
  pt: 'e|ou',
  it: 'e|ed|o',
  nl: 'en|of',
  pl: 'i|oraz|lub|czy',
  tr: 've|veya|ile',
  ru: 'и|или',
  sv: 'och|eller',
};
type Joints = { next: RegExp; before: RegExp; ends: RegExp };
const compiled = new Map<string, Joints>();

function jointsOf(language: string | null): Joints {
  const key = language ?? 'en';
  const known = compiled.get(key);
  if (known) return known;
  const and = `${AND[key] ?? 'and|or'}|vs\\.?|versus`;
  const joints = {
    next: new RegExp(`^(?:, (?:(?:${and}) )?| (?:${and}) | & |/)(${NAME}|[a-z]+\\d[a-z\\d]*)`, 'u'),
    before: new RegExp(`(?:^|[^\\p{L}\\p{N}'.+&-])(${NAME})(?:, (?:(?:${and}) )?| (?:${and}) | & |/)$`, 'u'),
    ends: new RegExp(`(?:,| (?:${and}|&)) $|/$`, 'u'),
  };
  compiled.set(key, joints);
  return joints;
}

/** Scripts without capitals: a katakana or Latin run beside a name. */
const CJK_NEXT =
  /^(?:や|、|と|・|か|和|与|及|或|와 |과 |이나 |나 |, )([\p{Script=Latin}\p{N}\p{Script=Katakana}ー]{3,14})/u;

/** Names beside each other are walked over from both sides: each step is taken once. */
type Rows = { context: Context; draft: Draft; joints: Joints; next: Steps; before: Steps };
/** The neighbour by the place that it was looked for from. */
type Steps = Map<number, Range | null>;

/** Adds the neighbours of all known and found names. */
export function fromRows(context: Context, draft: Draft): void {
  const anchors = [
    ...context.known.filter((match) => match.owner >= 0),
    ...[...draft.values()].flatMap((found) => found.sighted),
  ];
  const joints = jointsOf(context.language);
  const rows: Rows = { context, draft, joints, next: new Map(), before: new Map() };
  for (const anchor of anchors) {
    for (let at: number | undefined = anchor.end, i = 0; at !== undefined && i < LONGEST_ROW; i++)
      at = step(rows, rows.next, at, findNext)?.end;
    for (let at: number | undefined = anchor.start, i = 0; at !== undefined && i < LONGEST_ROW; i++)
      at = step(rows, rows.before, at, findBefore)?.start;
  }
}

const LONGEST_ROW = 12;

function step(
  rows: Rows,
  steps: Steps,
  at: number,
  find: (rows: Rows, at: number) => Range | null,
): Range | null {
  const known = steps.get(at);
  if (known !== undefined) return known;
  const found = find(rows, at);
  steps.set(at, found);
  if (found) rowName(rows, found);
  return found;
}

function findNext({ context, joints }: Rows, at: number): Range | null {
  const { text } = context.visible;
  const code = text.charCodeAt(at);
  if (code !== 32 && code !== 44 && code !== 47 && !(code >= 0x3000)) return null;
  const found = (code < 0x3000 ? joints.next : CJK_NEXT).exec(text.slice(at, at + 90));
  if (!found) return null;
  const end = at + found[0].length;
  return { start: end - (found[1] ?? '').length, end };
}

function findBefore({ context, joints }: Rows, at: number): Range | null {
  const { text } = context.visible;
  if (text[at - 1] !== ' ' && text[at - 1] !== '/') return null;
  if (!joints.ends.test(text.slice(Math.max(0, at - 8), at))) return null;
  const from = Math.max(0, at - 90);
  const found = joints.before.exec(text.slice(from, at));
  if (!found) return null;
  const name = found[1] ?? '';
  const start = from + found.index + found[0].indexOf(name);
  return { start, end: start + name.length };
}

function rowName({ context, draft }: Rows, { start, end }: Range): void {
  const { text } = context.visible;
  const range = dropOpening(text, trimRange(text, { start, end }), context.language);
  const opens = opensSentence(text, start);
  const name = text.slice(range.start, range.end);
  if (/^[\d.,]+\p{L}?$/u.test(name)) return;
  if (isSomewhere(text, range, context.language) || isGround(name, context.language ?? '')) return;
  const worth = nameWorth(name, context.language);
  const free = range.start === start && !opens && context.language !== 'de';
  if (worth === 'name' || (worth !== 'none' && free)) sightIf(context, draft, range, 'beside');
}
