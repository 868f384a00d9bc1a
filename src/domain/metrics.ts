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

/** A prompt's own visibility in percent; undefined without answers. */
export const visibilityOf = (sums: Sums) =>
  sums.answers > 0 ? (100 * sums.mentions) / sums.answers : undefined;

/** A prompt's own sentiment; undefined when it is not mentioned. */
export function sentimentOf(sums: Sums): number | undefined {
  if (sums.mentions === 0) return undefined;
  return sums.sentiment_count > 0 ? sums.sentiment_sum / sums.sentiment_count : UNSCORED_SENTIMENT;
}

/** A prompt's own position; undefined when it is not mentioned. */
export const positionOf = (sums: Sums) => (sums.mentions > 0 ? sums.position_sum / sums.mentions : undefined);

/** Mentions of one in percent of the mentions of everybody who counts; undefined where nobody is mentioned. */
export const shareOf = ({ mentions, voices }: { mentions: number; voices: number }) =>
  voices > 0 ? (100 * mentions) / voices : undefined;

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

/** Prompts with the same denominator, folded: how many they are, and what their numerators add up to. */
export type Fold = { of: number; prompts: number; total: number };
/** What the metrics of an entity need, however many prompts there are. */
export type FoldedSums = {
  /** Mentions by how often the prompt was answered. */
  mentions: readonly Fold[];
  /** Sentiments of mentioning prompts by how many were scored. */
  sentiments: readonly Fold[];
  /** Positions by mentions. */
  positions: readonly Fold[];
};
/** How many prompts were answered how often. */
export type Asked = readonly { answers: number; prompts: number }[];

/** As `metrics`, from folded sums: the mean of a/b over prompts is the sum over b of (sum of a)/b. */
export function foldedMetrics(asked: Asked, { mentions, sentiments, positions }: FoldedSums): Metrics {
  const scored = sentiments.map((fold) =>
    fold.of > 0 ? fold : { of: 1, prompts: fold.prompts, total: UNSCORED_SENTIMENT * fold.prompts },
  );
  return {
    total_responses: asked.reduce((total, { answers, prompts }) => total + answers * prompts, 0),
    visibility: foldedVisibility(asked, mentions),
    sentiment: roundHalfUp(foldedMean(scored, promptsOf(scored))),
    position: roundHalfUp(foldedMean(positions, promptsOf(positions)), 2),
  };
}

/** Visibility in percent; prompts that never mention the entity count with 0. */
export function foldedVisibility(asked: Asked, mentions: readonly Fold[]): number {
  return roundHalfUp(100 * foldedMean(mentions, promptsOf(asked)));
}

const promptsOf = (folds: readonly { prompts: number }[]) =>
  folds.reduce((sum, { prompts }) => sum + prompts, 0);

function foldedMean(folds: readonly Fold[], prompts: number): number {
  return prompts === 0 ? 0 : folds.reduce((sum, { of, total }) => sum + total / of, 0) / prompts;
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
