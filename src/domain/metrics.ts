// The one place that divides and rounds. SQL counts and sums; every formula of a report is here.

/** What the answers to one prompt add up to for one entity, within a filter. */
export type Sums = {
  answers: number;
  mentions: number;
  sentiment_sum: number;
  sentiment_count: number;
  position_sum: number;
};

export type Metrics = { total_responses: number; visibility: number; sentiment: number; position: number };

/** Mentioned, but in a language without rules: neutral by decision, and receipts say that it was not scored. */
const UNSCORED_SENTIMENT = 50;

const visibilityOf = (sums: Sums) => (sums.answers > 0 ? (100 * sums.mentions) / sums.answers : undefined);

function sentimentOf(sums: Sums): number | undefined {
  if (sums.mentions === 0) return undefined;
  return sums.sentiment_count > 0 ? sums.sentiment_sum / sums.sentiment_count : UNSCORED_SENTIMENT;
}

const positionOf = (sums: Sums) => (sums.mentions > 0 ? sums.position_sum / sums.mentions : undefined);

/**
 * The metrics of an entity: the unweighted mean of its prompts' own unrounded values, rounded once. A
 * prompt without answers has no visibility, one without mentions no sentiment and no position; those are
 * left out of the mean. Nothing to divide by gives 0. With one prompt this is the prompt's own report.
 */
export function metrics(prompts: readonly Sums[]): Metrics {
  return {
    total_responses: prompts.reduce((total, sums) => total + sums.answers, 0),
    visibility: roundHalfUp(mean(prompts, visibilityOf)),
    sentiment: roundHalfUp(mean(prompts, sentimentOf)),
    position: roundHalfUp(mean(prompts, positionOf), 2),
  };
}

/** Prompts that were answered equally often, folded: what an entity's visibility needs and no more. */
export type VisibilityGroup = { answers: number; mentions: number };

/**
 * Visibility in percent from mentions summed over prompts with the same number of answers: the mean of
 * m/n over prompts is the sum over n of (sum of m)/n, divided by the number of prompts asked.
 */
export function groupedVisibility(groups: readonly VisibilityGroup[], promptsAsked: number): number {
  if (promptsAsked === 0) return 0;
  const total = groups.reduce((sum, { answers, mentions }) => sum + (100 * mentions) / answers, 0);
  return roundHalfUp(total / promptsAsked);
}

function mean(prompts: readonly Sums[], value: (sums: Sums) => number | undefined): number {
  let total = 0;
  let count = 0;
  for (const sums of prompts) {
    const own = value(sums);
    if (own === undefined) continue;
    total += own;
    count++;
  }
  return count === 0 ? 0 : total / count;
}

/**
 * Rounds half up. Adding fractions in binary can leave a true half a few units in the last place below
 * itself (and order of addition would show), so values within 1e-9 of a half count as the half; sums of
 * real counts come no closer to one without being one until prompts have thousands of answers each.
 */
export function roundHalfUp(value: number, decimals = 0): number {
  const scale = 10 ** decimals;
  return Math.floor(value * scale + 0.5 + 1e-9) / scale;
}
