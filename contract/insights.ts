// Extension operations that say how sure a number is, where a change came from, and what a number is made of.
import { z } from 'zod';
import { messages } from './errors.ts';
import {
  aiAgent,
  count,
  date,
  dateTime,
  day,
  id,
  optional,
  percent,
  positiveInteger,
  success,
  tags,
  text,
} from './fields.ts';
import { operations } from './operation.ts';
import { brandId, brandNotFound, missingBrandId, promptNotFound } from './v1.ts';

const number = z.number();
const interval = z
  .tuple([number, number])
  .nullable()
  .meta({ description: '95 % interval, rounded as the value; null where there is too little to tell' });
const competitorNotFound = { status: 404, message: messages.competitorNotFound };
const entity = z.enum(['brand', 'tracked', 'untracked']);
const exampleDate = { from: '2026-07-01', to: '2026-09-30' };

const point = z.object({
  from: z.string(),
  to: z.string(),
  answers: count,
  visibility: percent.nullable(),
  interval,
  sentiment: percent.nullable(),
  position: number.nullable(),
  share_of_voice: number.nullable(),
  enough: z.boolean(),
});

export const change = z.object({
  before: number.nullable(),
  now: number.nullable(),
  change: number.nullable(),
  interval,
  verdict: z.enum(['changed', 'within noise', 'too little data']),
});

export const counted = z
  .object({ visibility: count, sentiment: count, position: count, share_of_voice: count })
  .meta({
    description: 'What the numbers of `now` stand on: answers, answers that mention it, all mentions',
  });

export const period = (field: 'before' | 'now') =>
  z
    .object(
      { from: day(`${field}.from`), to: day(`${field}.to`) },
      { error: `${field} must be an object with from and to` },
    )
    .refine(({ from, to }) => from <= to, `${field}.from must not be after ${field}.to`);

const METRICS = ['visibility', 'sentiment', 'position', 'share_of_voice'] as const;
const span = z.tuple([count, count]);
const voices = count
  .optional()
  .meta({ description: 'Mentions of it and of all tracked competitors; with share of voice alone' });
const sums = { answers: count, mentions: count, scored: count, sum: number, voices };

export const insights = operations({
  trend: {
    method: 'POST',
    path: '/trend',
    scope: 'brand',
    summary: 'Metrics of the brand and its tracked competitors over time, with 95 % intervals',
    description:
      'A point for every period between the first and the last with answers; numbers are null where there is nothing to count. `enough` is false below 20 answers. Share of voice is the mentions of one in percent of the mentions of the brand and all tracked competitors.',
    input: z.object({
      brand_id: brandId,
      step: optional(z.enum(['day', 'week', 'month'], { error: 'step must be day, week or month' })),
      date,
      ai_agent: aiAgent,
      tags,
      prompt_id: optional(positiveInteger('prompt_id')),
    }),
    output: z.object({
      success,
      step: z.enum(['day', 'week', 'month']),
      entities: z.array(z.object({ name: z.string(), domain: z.string(), entity, points: z.array(point) })),
    }),
    errors: [missingBrandId, brandNotFound, promptNotFound],
    example: { brand_id: 1, step: 'week', date: exampleDate },
  },
  compare: {
    method: 'POST',
    path: '/compare',
    scope: 'brand',
    summary: 'What changed between two periods, how sure that is, and where it came from',
    description:
      'A change counts as one only when its 95 % interval excludes zero and both periods have 20 answers. The split of the change of visibility, in percentage points, adds up to it: prompts that only one period has, another mix of agents, and what the agents answered.',
    input: z.object({
      brand_id: brandId,
      competitor: optional(text('competitor', 200)),
      before: period('before'),
      now: period('now'),
      ai_agent: aiAgent,
      tags,
    }),
    output: z.object({
      success,
      name: z.string(),
      answers: z.object({ before: count, now: count }),
      visibility: change,
      sentiment: change,
      position: change,
      share_of_voice: change,
      intervals: z
        .object({ visibility: interval, sentiment: interval, position: interval, share_of_voice: interval })
        .meta({ description: 'Of the numbers of `now` themselves, each over the prompts' }),
      counted,
      split: z.object({ prompts: number, agents: number, answers: number }).nullable(),
    }),
    errors: [missingBrandId, brandNotFound, competitorNotFound],
    example: {
      brand_id: 1,
      before: { from: '2026-07-01', to: '2026-07-31' },
      now: { from: '2026-08-01', to: '2026-08-31' },
    },
  },
  explain: {
    method: 'POST',
    path: '/explain',
    scope: 'brand',
    summary:
      'The receipt of a number: formula, numerator, denominator, what was left out, and the answers behind it',
    description:
      'Of the brand, of a competitor (`competitor`), of one prompt (`prompt_id`), under the filter of a report. `value` is what the report shows; it is `numerator` divided by `denominator`, rounded. Answers come newest first; `next` is the id to go on before; further pages carry answers alone, without the lists of prompts.',
    input: z.object({
      brand_id: brandId,
      metric: z.enum(METRICS, { error: 'metric must be visibility, sentiment, position or share_of_voice' }),
      competitor: optional(text('competitor', 200)),
      prompt_id: optional(positiveInteger('prompt_id')),
      date,
      ai_agent: aiAgent,
      tags,
      before: optional(positiveInteger('before')),
      limit: optional(positiveInteger('limit').refine((value) => value <= 100, 'limit must be at most 100')),
    }),
    output: z.object({
      success,
      name: z.string(),
      metric: z.enum(METRICS),
      formula: z.string(),
      value: number,
      numerator: number,
      denominator: number,
      prompts: z.array(z.object({ id, prompt: z.string(), ...sums, value: number })),
      left_out: z.object({
        prompts: z.array(z.object({ id, prompt: z.string(), reason: z.string() })),
        answers: z.array(z.object({ reason: z.string(), answers: count })),
      }),
      readings: z
        .array(
          z.object({ reading_version: count, settings_version: count, answers: count, current: z.boolean() }),
        )
        .meta({ description: 'Under which rules and settings the answers were read' }),
      answers: z.array(
        z.object({
          id,
          prompt_id: id,
          ai_agent: z.string(),
          answered_at: dateTime,
          counted: z.boolean().meta({ description: 'Whether it is in the numerator' }),
          kind: z.enum(['recommended', 'listed', 'compared', 'passing', 'denied']).nullable(),
          position: z.int().positive().nullable(),
          sentiment: percent.nullable(),
          spans: z.array(span),
          position_reason: z.object({ by: z.string(), text: z.string() }).nullable(),
          sentiment_reasons: z.array(z.object({ by: z.string(), weight: number, text: z.string() })),
        }),
      ),
      next: id.nullable(),
    }),
    errors: [missingBrandId, brandNotFound, promptNotFound, competitorNotFound],
    example: { brand_id: 1, metric: 'sentiment', limit: 10 },
  },
});
