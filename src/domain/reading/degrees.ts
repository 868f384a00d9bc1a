// How much is said by `faster`, `more expensive`, `twice as long`: a value above 0 where more of it is better.
import { comparativeOf, IS, type Lexicon } from './lexicon.ts';
import { is, type Token } from './sentences.ts';

/** How many words before `than` may be what is compared. */
export const REACH = 12;

/** `more`, `less`, `faster`. */
export function isOfDegree(lexicon: Lexicon, token: Token | undefined): boolean {
  if (!token) return false;
  if (is(token, IS.more | IS.less)) return true;
  const ending = lexicon.comparativeEnding;
  return comparativeOf(lexicon, token.word) !== null || (ending !== '' && COMPARATIVE.test(token.word));
}

const COMPARATIVE = /^.{3,}(?:er|ere[mnrs]?)$/;

export type Judged = { value: number; from: number; spent: number[] };

export function comparativesBefore(lexicon: Lexicon, tokens: readonly Token[], than: number): Judged {
  const out: Judged = { value: 0, from: than, spent: [] };
  for (let i = than - 1; i >= Math.max(0, than - REACH); i--) {
    if (tokens[i]?.named !== -1) {
      if (out.value !== 0) break;
      continue;
    }
    if (is(tokens[i], IS.contrast)) break;
    const value = degree(lexicon, tokens, i, than);
    if (value === 0) continue;
    out.value += value;
    out.from = i;
    for (let k = i; k < than; k++) out.spent.push(k);
  }
  if (isNegated(tokens, out.from)) out.value = -out.value;
  return out;
}

function degree(lexicon: Lexicon, tokens: readonly Token[], at: number, than: number): number {
  const word = tokens[at]?.word ?? '';
  const more = is(tokens[at], IS.more);
  if (!more && !is(tokens[at], IS.less)) {
    if (SOONER.test(word) && isFailing(tokens, at)) return -1.2;
    return measured(tokens, at, comparativeOf(lexicon, word) ?? 0);
  }
  if (more && SOON.test(tokens[at + 1]?.word ?? '') && isFailing(tokens, at)) return -1.2;
  let before = at - 1;
  while (before > 0 && BY_HOW_MUCH.test(tokens[before]?.word ?? '')) before--;
  // `the same coffee for less than`, `20 less than`.
  if (!more && /^(?:for|\d.*)$/.test(tokens[before]?.word ?? '')) return 1.2;
  if (HIGH.test(tokens[at + 1]?.word ?? '')) return (more ? 1 : -1) * highOf(tokens, at);
  let value = 0;
  for (let i = at + 1; i < Math.min(than, at + 4); i++)
    if (is(tokens[i], IS.burden)) value = isCaught(tokens, at) ? 1 : isHad(tokens, at) ? -1 : 0;
  if (value === 0 && is(tokens[before], IS.burden)) value = -1;
  for (let i = at + 1; i < Math.min(than, at + 4); i++) value ||= tokens[i]?.sense.value ?? 0;
  // `crashes far less often than`.
  if (tokens[before]?.named === -1) value ||= tokens[before]?.sense.value ?? 0;
  // `costs 20 euros less than`, but `comes out cheaper than` is no cost of its own.
  if (value === 0 && isCosting(tokens, at, than)) return more ? -1.5 : 1.5;
  const strength = value === 0 ? (at + 1 < than ? 0.9 : 0) : value;
  return more ? strength : -strength;
}

/** `loses air more quickly`, `wears out sooner`. */
export const isFailing = (tokens: readonly Token[], at: number): boolean =>
  [1, 2, 3].some((far) => FAILING.test(tokens[at - far]?.word ?? ''));
const FAILING =
  /^(?:los(?:e|es|ing)|fail\w*|wear|wears|wore|break|breaks|broke|crash\w*|leak\w*|lag|lags|drains?|drained|dies|died|fades?|clogs?|overheats?|annoys?|freez\w+|verlier\w*|versag\w*|verschlei\w*|bricht|brechen|perd\w*|pierd\w*|falla\w*)$/;
const SOON = /^(?:quickly|often|easily|frequently|readily|rapidement|vite|souvent|rapido|facilmente)$/;
const SOONER = /^(?:faster|sooner|quicker|earlier|easier|schneller|fruher|ofter|leichter)$/;

/** Whether a verb of paying stands before, and nothing that is more or less of anything after. */
const isCosting = (tokens: readonly Token[], at: number, than: number): boolean =>
  is(tokens[at - 1], IS.cost) ||
  (than - at <= 3 && tokens.slice(Math.max(0, at - REACH), at).some((token) => is(token, IS.cost)));

const BY_HOW_MUCH = /^(?:far|much|lot|even|slightly|bit|significantly|considerably|way)$/;

/** `needs more upkeep`, `shows more ads`; what saves more work is no burden. */
const isHad = (tokens: readonly Token[], at: number): boolean =>
  [1, 2, 3, 4].some((far) => HAD.test(tokens[at - far]?.word ?? ''));
const HAD =
  /^(?:need\w*|requir\w*|tak\w+|took|costs?|caus\w*|produc\w*|makes?|made|means?|ha[sdv]e?|involv\w*|demand\w*|shows?|runs?|use[sd]?|consum\w*|charg\w*|with|brauch\w*|verlang\w*|verursach\w*|mach\w*|hat|haben|hatte|zeig\w*|verbrauch\w*|mit|necesit\w*|requier\w*|exig\w*|tien\w*|muestr\w*|con|necess\w*|ont|avec|affich\w*)$/;

/** `catches more mistakes`. */
const isCaught = (tokens: readonly Token[], at: number): boolean =>
  [1, 2, 3].some((far) => is(tokens[at - far], IS.object));

/** `rated higher`, `the fees are higher`, `takes longer`: what is measured tells which end is good. */
function measured(tokens: readonly Token[], at: number, value: number): number {
  const word = tokens[at]?.word ?? '';
  const sign = UP.test(word) ? 1 : DOWN.test(word) ? -1 : 0;
  if (sign === 0) return value;
  // `lower cost`, else what stands before: `the cost is lower`.
  for (const i of [at + 1, ...Array.from({ length: MEASURE }, (_, far) => at - 1 - far)]) {
    const of = tokens[i]?.word ?? '';
    if (BETTER_HIGH.test(of)) return LONG.test(word) ? value : 1.2 * sign;
    if ((LONG.test(word) ? WAITED : BETTER_LOW).test(of)) return -1.2 * sign;
  }
  return value;
}

/** `plus élevé`: good for a note, bad for a price. */
function highOf(tokens: readonly Token[], at: number): number {
  for (let i = at - 1; i >= Math.max(0, at - MEASURE); i--) {
    const of = tokens[i]?.word ?? '';
    if (BETTER_LOW.test(of)) return -1.2;
    if (BETTER_HIGH.test(of)) return 1.2;
  }
  return 0;
}

const HIGH = /^(?:eleve|elevado|elevada|haute?|alt[oa])e?s?$/;
const MEASURE = 7;
const UP = /^(?:higher|longer|hoher|langer)$/;
const DOWN = /^(?:lower|shorter|niedriger|kurzer|tiefer)$/;
const LONG = /^(?:longer|shorter|langer|kurzer)$/;
export const WAITED = /^(?:takes?|took|taking|waits?|waited|waiting|queues?|dauert?e?|warte\w*|brauch\w*)$/;
const BETTER_HIGH =
  /^(?:scor\w*|rat(?:e|es|ed|ing|ings)|rank\w*|review\w*|satisf\w*|qualit\w*|bewert\w*|zufrieden\w*|notes?|notas?|rendement|rendimiento|puntuacion|calidad|calificacion)$/;
const BETTER_LOW =
  /^(?:pric\w*|fees?|costs?|premiums?|bills?|charg\w*|expens\w*|\w*preise?n?|\w*kosten|\w*gebuhr\w*|beitrag\w*|beitrage|prix|tarifs?|abonnements?|couts?|frais|loyers?|precios?|tarifas?|cuotas?|costes?|comision(?:es)?)$/;

/** Whether a word of denial stands up to three words before. */
export function isNegated(tokens: readonly Token[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 3); i--) {
    if (tokens[i]?.named !== -1) return false;
    if (is(tokens[i], IS.negator) && !is(tokens[i], IS.less)) return true;
  }
  return false;
}

/** `twice as long as`: 1, `half as much as`: -1, else 0. */
export const timesBefore = (tokens: readonly Token[], at: number): number => {
  const word = tokens[at - 1]?.word ?? '';
  return TIMES.test(word) ? 1 : HALF.test(word) ? -1 : 0;
};
const TIMES = /^(?:twice|times|double|doppelt|dreimal|viermal|zehnmal)$/;
const HALF = /^(?:half|halb)$/;
