// Names in one row with a name: `X, Y and Z`.
import { type Context, type Draft, sight, trimRange } from './discover.ts';
import { dropOpening, isSomewhere, opensSentence } from './prose.ts';
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

/** Adds the neighbours of all known and found names. */
export function fromRows(context: Context, draft: Draft): void {
  const anchors = [
    ...context.known.filter((match) => match.owner >= 0),
    ...[...draft.values()].flatMap((found) => found.sighted),
  ];
  for (const anchor of anchors) {
    forwards(context, draft, anchor.end);
    backwards(context, draft, anchor.start);
  }
}

const LONGEST_ROW = 12;

function forwards(context: Context, draft: Draft, from: number): void {
  const { text } = context.visible;
  const { next } = jointsOf(context.language);
  for (let at = from, i = 0; i < LONGEST_ROW; i++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 44 && code !== 47 && code < 0x3000) return;
    const found = (code < 0x3000 ? next : CJK_NEXT).exec(text.slice(at, at + 90));
    if (!found) return;
    const start = at + found[0].length - (found[1] ?? '').length;
    at += found[0].length;
    rowName(context, draft, start, at);
  }
}

function backwards(context: Context, draft: Draft, to: number): void {
  const { text } = context.visible;
  const joints = jointsOf(context.language);
  for (let at = to, i = 0; i < LONGEST_ROW; i++) {
    if (text[at - 1] !== ' ' && text[at - 1] !== '/') return;
    if (!joints.ends.test(text.slice(Math.max(0, at - 8), at))) return;
    const from = Math.max(0, at - 90);
    const found = joints.before.exec(text.slice(from, at));
    if (!found) return;
    const name = found[1] ?? '';
    const start = from + found.index + found[0].indexOf(name);
    at = start;
    rowName(context, draft, start, start + name.length);
  }
}

function rowName(context: Context, draft: Draft, start: number, end: number): void {
  const { text } = context.visible;
  const range = dropOpening(text, trimRange(text, { start, end }), context.language);
  const worth = nameWorth(text.slice(range.start, range.end), context.language);
  const opens = opensSentence(text, start);
  if (isSomewhere(text, range, context.language)) return;
  const free = range.start === start && !opens && context.language !== 'de';
  if (worth === 'name' || (worth !== 'none' && free)) sight(context, draft, range, false);
}
