// How sure a number is: 95 % intervals of visibility and of changes.

/** Lower and upper end. */
export type Interval = [number, number];

// 97.5 % points of Student's t for 1 to 30 degrees of freedom (W. S. Gosset's distribution, as in any table).
const T975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const Z = 1.959964;

/** The 97.5 % point of Student's t; beyond 30 degrees by the first terms of its expansion (Cornish and Fisher, 1938). */
export function tPoint(degrees: number): number {
  return (
    T975[degrees - 1] ??
    Z + (Z ** 3 + Z) / (4 * degrees) + (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * degrees ** 2)
  );
}

/** The Wilson interval of `right` of `all`, in percent (E. B. Wilson, 1927); of 95 %, or another normal point. */
export function wilson(right: number, all: number, z = Z): Interval {
  const p = right / all;
  const under = 1 + (z * z) / all;
  const middle = (p + (z * z) / (2 * all)) / under;
  const half = (z / under) * Math.sqrt((p * (1 - p)) / all + (z * z) / (4 * all * all));
  return [100 * Math.max(0, middle - half), 100 * Math.min(1, middle + half)];
}

/**
 * Half the width of the 95 % interval of a sum over prompts, each a cluster of answers that resemble each
 * other; `parts` are the prompts' deviations, which add up to 0. Undefined for fewer than two prompts.
 */
export function clusterHalfWidth(parts: readonly number[]): number | undefined {
  const count = parts.length;
  if (count < 2) return undefined;
  const squares = parts.reduce((sum, part) => sum + part * part, 0);
  return tPoint(count - 1) * Math.sqrt((count / (count - 1)) * squares);
}

/** A prompt's own value; undefined where it has none. */
type Value = number | undefined;
const known = (values: readonly Value[]) => values.filter((value) => value !== undefined);
const meanOf = (values: readonly Value[]) => {
  const own = known(values);
  return own.reduce((sum, value) => sum + value, 0) / own.length;
};

/** Each prompt's part in how far the mean could be off. */
function deviations(values: readonly Value[]): number[] {
  const mean = meanOf(values);
  const count = known(values).length;
  return values.map((value) => (value === undefined ? 0 : (value - mean) / count));
}

/**
 * The 95 % interval of a visibility, in percent, from what the prompts' own visibilities and their squares add
 * up to: over the prompts as clusters; of a single prompt, or where all prompts are alike, Wilson's over the
 * answers. Null without answers.
 */
export function visibilityInterval(fold: {
  prompts: number;
  sum: number;
  squares: number;
  answers: number;
  mentions: number;
}): Interval | null {
  const { prompts, sum, squares, answers, mentions } = fold;
  if (answers === 0) return null;
  const mean = sum / prompts;
  // Differences of large sums leave a few units in the last place where all prompts are alike.
  const variance = squares / prompts - mean * mean;
  if (prompts < 2 || variance < 1e-9) return wilson(mentions, answers);
  const half = tPoint(prompts - 1) * Math.sqrt(variance / (prompts - 1));
  return [Math.max(0, mean - half), Math.min(100, mean + half)];
}

export type Change = { change: number; interval: Interval | null };

// Fewer prompts than these may move alike by chance: no spread among them is no certainty.
const TELLING_PROMPTS = 5;

/** A change with its interval, from the prompts' parts in how far it could be off; null where they tell too little. */
function changeWith(change: number, parts: readonly number[]): Change {
  const half = clusterHalfWidth(parts);
  if (half === undefined) return { change, interval: null };
  const isAlike = half < 1e-9 && Math.abs(change) > 1e-9;
  if (isAlike && parts.length < TELLING_PROMPTS) return { change, interval: null };
  return { change, interval: [change - half, change + half] };
}

/** What is known of a number alone: its interval, null where the prompts tell too little. */
const alone = (value: number, parts: readonly number[]) => {
  const half = clusterHalfWidth(parts);
  const isAlike = half !== undefined && half < 1e-9;
  if (half === undefined || (isAlike && parts.length < TELLING_PROMPTS)) return null;
  return [value - half, value + half] satisfies Interval;
};

/** The 95 % interval of a mean over prompts, each a cluster: of a sentiment, of a position. */
export function intervalOfMean(values: readonly Value[]): Interval | null {
  const own = known(values);
  return own.length === 0 ? null : alone(meanOf(own), deviations(own));
}

/** The same for a ratio of sums over prompts, in percent: share of voice. */
export function intervalOfRatio(
  values: readonly (readonly [over: number, under: number])[],
): Interval | null {
  const own = values.filter(([, under]) => under > 0);
  const [over, under] = own.reduce((sum, one) => [sum[0] + one[0], sum[1] + one[1]], [0, 0]);
  if (under === 0) return null;
  const parts = own.map((one) => (100 * (one[0] - (over / under) * one[1])) / under);
  return alone((100 * over) / under, parts);
}

/**
 * How a mean over prompts changed between two periods, with its 95 % interval: prompts are clusters, and one
 * that was asked in both periods is compared with itself. `values` holds each prompt's value before and now.
 * Undefined when a period has no value; the interval is null where a period has fewer than two of them.
 */
export function changeOfMean(values: readonly (readonly [before: Value, now: Value])[]): Change | undefined {
  const pairs = values.filter(([before, now]) => before !== undefined || now !== undefined);
  const before = pairs.map(([value]) => value);
  const now = pairs.map(([, value]) => value);
  const fewest = Math.min(known(before).length, known(now).length);
  if (fewest === 0) return undefined;
  const change = meanOf(now) - meanOf(before);
  if (fewest === 1) return { change, interval: null };
  const off = deviations(before);
  return changeWith(
    change,
    deviations(now).map((part, at) => part - (off[at] ?? 0)),
  );
}

type Ratio = { before: [over: number, under: number]; now: [over: number, under: number] };

/** The same for a ratio of sums over prompts, in percent: share of voice. */
export function changeOfRatio(values: readonly Ratio[]): Change | undefined {
  const pairs = values.filter(({ before, now }) => before[1] > 0 || now[1] > 0);
  const ratio = (pick: 'before' | 'now') => {
    const over = pairs.reduce((sum, value) => sum + value[pick][0], 0);
    const under = pairs.reduce((sum, value) => sum + value[pick][1], 0);
    return { value: over / under, under, prompts: pairs.filter((value) => value[pick][1] > 0).length };
  };
  const [before, now] = [ratio('before'), ratio('now')];
  if (before.under === 0 || now.under === 0) return undefined;
  const change = 100 * (now.value - before.value);
  if (Math.min(before.prompts, now.prompts) < 2) return { change, interval: null };
  const part = ([over, under]: [number, number], of: { value: number; under: number }) =>
    (100 * (over - of.value * under)) / of.under;
  return changeWith(
    change,
    pairs.map((value) => part(value.now, now) - part(value.before, before)),
  );
}

export type Share = [right: number, all: number];

/**
 * The change of a visibility: as `changeOfMean`, and never surer than if all answers were independent
 * (`changeOfShare`), because a few prompts may move alike by chance.
 */
export function changeOfVisibility(
  prompts: readonly (readonly [before: Share | undefined, now: Share | undefined])[],
): Change | undefined {
  const rate = (share: Share | undefined) => share && (100 * share[0]) / share[1];
  const found = changeOfMean(prompts.map(([before, now]) => [rate(before), rate(now)] as const));
  if (!found) return undefined;
  const pooled = (pick: 0 | 1): Share =>
    prompts.reduce<Share>(
      (sum, pair) => [sum[0] + (pair[pick]?.[0] ?? 0), sum[1] + (pair[pick]?.[1] ?? 0)],
      [0, 0],
    );
  const [before, now] = [pooled(0), pooled(1)];
  const [low, high] = changeOfShare(before, now);
  const middle = (100 * now[0]) / now[1] - (100 * before[0]) / before[1];
  const isPaired = prompts.some(([a, b]) => a && b);
  if (!found.interval && !isPaired) return found;
  const own = found.interval ?? [found.change, found.change];
  return {
    change: found.change,
    interval: [
      Math.min(own[0], found.change - (middle - low)),
      Math.max(own[1], found.change + (high - middle)),
    ],
  };
}

/**
 * The interval of a difference of two shares, in percent, from their own intervals (R. G. Newcombe, 1998,
 * method 10).
 */
export function changeOfShare(before: Share, now: Share, z = Z): Interval {
  const [a, b] = [wilson(...before, z), wilson(...now, z)];
  const [p, q] = [(100 * before[0]) / before[1], (100 * now[0]) / now[1]];
  const change = q - p;
  return [change - Math.hypot(q - b[0], a[1] - p), change + Math.hypot(b[1] - q, p - a[0])];
}

/** A prompt's answers and mentions by agent. */
export type ByAgent = ReadonlyMap<number, { answers: number; mentions: number }>;
/** Percentage points that add up to the change of visibility. */
export type Split = { prompts: number; agents: number; answers: number };

/**
 * Where a change of visibility came from: prompts that only one of the periods has; another mix of agents
 * within prompts; and what the agents answered. The last two after E. M. Kitagawa (1955), each agent's share
 * and rate taken at the mean of both periods; an agent that only one period has keeps its rate.
 */
export function splitChange(
  prompts: readonly (readonly [before: ByAgent | undefined, now: ByAgent | undefined])[],
): Split {
  const rate = (agents: ByAgent) => {
    const [answers, mentions] = totals(agents);
    return (100 * mentions) / answers;
  };
  const both = prompts.flatMap(([before, now]) => (before && now ? [[before, now] as const] : []));
  const mean = (values: readonly number[]) => (values.length === 0 ? 0 : meanOf(values));
  const all =
    mean(prompts.flatMap(([, now]) => (now ? [rate(now)] : []))) -
    mean(prompts.flatMap(([before]) => (before ? [rate(before)] : [])));
  const common = mean(both.map(([before, now]) => rate(now) - rate(before)));
  const agents = mean(both.map(([before, now]) => mixPart(before, now)));
  return { prompts: all - common, agents, answers: common - agents };
}

function totals(agents: ByAgent): [answers: number, mentions: number] {
  let [answers, mentions] = [0, 0];
  for (const own of agents.values()) {
    answers += own.answers;
    mentions += own.mentions;
  }
  return [answers, mentions];
}

function mixPart(before: ByAgent, now: ByAgent): number {
  const [allBefore] = totals(before);
  const [allNow] = totals(now);
  let part = 0;
  for (const agent of new Set([...before.keys(), ...now.keys()])) {
    const [a, b] = [before.get(agent), now.get(agent)];
    const rates = [a, b].flatMap((own) => (own ? [(100 * own.mentions) / own.answers] : []));
    part += ((b?.answers ?? 0) / allNow - (a?.answers ?? 0) / allBefore) * meanOf(rates);
  }
  return part;
}
