// Extension operations about asking the agents: the plan, asking now, and what came of it.
import { z } from 'zod';
import {
  aiAgent,
  count,
  date,
  dateTime,
  dryRun,
  id,
  optional,
  optionalText,
  positiveInteger,
  success,
  text,
} from './fields.ts';
import { operations } from './operation.ts';
import { brandId, brandNotFound, missingBrandId, promptNotFound } from './v1.ts';

export const FAILURES = [
  'auth',
  'quota',
  'rate',
  'overloaded',
  'server',
  'timeout',
  'network',
  'bad_response',
  'refused',
  'no_answer',
] as const;
export const RUN_STATES = ['asking', 'received', 'answered', 'failed', 'lost'] as const;

const usd = z.number().nonnegative();
const whole = (field: string, least: number, most: number) => {
  const wrong = `${field} must be a whole number from ${least} to ${most}`;
  return optional(z.int(wrong).min(least, wrong).max(most, wrong));
};
const code = (field: string, form: RegExp, wrong: string) =>
  optional(
    z.string(`${field} ${wrong}`).refine((value) => value === '' || form.test(value), `${field} ${wrong}`),
  );
const limitUsd = (field: string) => {
  const wrong = `${field} must be a number of US dollars from 0 to 1,000,000, or "none"`;
  return optional(
    z.union([z.number(wrong).min(0, wrong).max(1_000_000, wrong), z.literal('none', wrong)], {
      error: wrong,
    }),
  );
};

const dearest = 'agents[].usd_per_answer must be a number from 0 to 1,000';
const plannedAgent = z.union(
  [
    text('each of agents', 64).transform((agent) => ({ agent })),
    z.object({
      agent: text('agents[].agent', 64),
      connection: optionalText('agents[].connection', 64),
      model: optionalText('agents[].model', 200),
      usd_per_answer: optional(z.number(dearest).min(0, dearest).max(1000, dearest)),
    }),
  ],
  { error: 'each of agents must be the name of an agent or {agent, connection, model, usd_per_answer}' },
);

const cost = z
  .object({ answers: count, expected_usd: usd, most_usd: usd })
  .meta({ description: 'Expected cost, and the most that it can come to' });
const plan = z
  .object({
    brand_id: id,
    active: z.enum(['Y', 'N']),
    agents: z.array(
      z.object({
        agent: z.string(),
        connection: z.string().nullable(),
        model: z.string().nullable(),
        usd_per_answer: usd.nullable().meta({ description: 'Expected; null where no price is known' }),
        chosen: z
          .object({
            connection: z.string().nullable(),
            model: z.string().nullable(),
            usd_per_answer: usd.nullable(),
          })
          .meta({ description: 'What the plan says itself; null where it leaves the choice open' }),
        problem: z
          .string()
          .nullable()
          .meta({ description: 'What keeps it from being asked, and what to do' }),
      }),
    ),
    all_agents: z.boolean().meta({ description: 'True: whatever connections are set up for' }),
    per: z.enum(['day', 'week']),
    times: z.int().positive(),
    hour: count,
    time_zone: z.string(),
    samples: z.int().positive(),
    country: z.string(),
    language: z.string(),
    monthly_limit_usd: usd.nullable(),
    account_monthly_limit_usd: usd.nullable(),
  })
  .meta({ id: 'Plan' });
const planOutput = z.object({
  success,
  plan,
  available: z.array(z.object({ agent: z.string(), connection: z.string(), model: z.string() })).meta({
    description: 'Agents that can be asked now: a key or an address is configured for their connection',
  }),
  next_at: dateTime.nullable(),
  active_prompts: count,
  forecast: z.object({ each_time: cost, next_30_days: cost, rest_of_month: cost }),
  spending: z.object({
    month: z.string(),
    spent_usd: usd,
    reserved_usd: usd,
    account_spent_usd: usd.nullable().meta({ description: 'Null for a Brand-scoped key' }),
    left_usd: usd.nullable().meta({ description: 'Until the nearer of both limits; null without any' }),
  }),
  paused: z.string().nullable().meta({ description: 'Why nothing is asked at present, and what to do' }),
});

const run = z
  .object({
    id,
    prompt_id: id,
    prompt: z.string(),
    ai_agent: z.string(),
    connection: z.string(),
    model: z.string(),
    planned_for: dateTime,
    started_at: dateTime,
    seconds: z.number().nullable(),
    state: z.enum(RUN_STATES),
    failure: z.enum(FAILURES).nullable(),
    message: z.string(),
    advice: z.string().nullable().meta({ description: 'What to do about the failure' }),
    cost_usd: usd.nullable(),
    answer_id: id.nullable(),
  })
  .meta({ id: 'Run' });

export const collecting = operations({
  plan: {
    method: 'POST',
    path: '/plan',
    scope: 'brand',
    summary: 'What is asked of whom, when, and what it will cost',
    description:
      'A brand that nobody planned for has a default: every agent that a connection is set up for, once a week, at most 10 USD a month, and not active.',
    input: z.object({ brand_id: brandId }),
    output: planOutput,
    errors: [missingBrandId, brandNotFound],
    example: { brand_id: 1 },
  },
  updatePlan: {
    method: 'PATCH',
    path: '/plan',
    scope: 'brand',
    writes: true,
    summary: 'Change the plan; it holds from the next asking on',
    description:
      'A field that is left out stays as it is. `agents: []` means every agent that a connection is set up for; `country` and `language` are cleared by "". `times` are per day (1 to 24, spread evenly from `hour` on) or days per week (1 to 7, from Monday on). The limit of the whole account may be set by a Global key alone.',
    input: z.object({
      brand_id: brandId,
      active: optional(z.enum(['Y', 'N'], 'active must be "Y" or "N"')),
      agents: optional(
        z
          .array(plannedAgent, { error: 'agents must be an array of at most 50 agents' })
          .max(50, 'agents must be an array of at most 50 agents'),
      ),
      per: optional(z.enum(['day', 'week'], 'per must be "day" or "week"')),
      times: whole('times', 1, 24),
      hour: whole('hour', 0, 23),
      time_zone: optionalText('time_zone', 64),
      samples: whole('samples', 1, 20),
      country: code('country', /^[A-Z]{2}$/, 'must be two capital letters such as "DE", or ""'),
      language: code('language', /^[a-z]{2}$/, 'must be two small letters such as "de", or ""'),
      monthly_limit_usd: limitUsd('monthly_limit_usd'),
      account_monthly_limit_usd: limitUsd('account_monthly_limit_usd'),
      dry_run: dryRun('Answer what the plan would be and cost, and change nothing'),
    }),
    output: planOutput,
    errors: [missingBrandId, brandNotFound],
    example: { brand_id: 1, active: 'Y', agents: ['chatgpt'], per: 'day', times: 1, monthly_limit_usd: 20 },
  },
  collect: {
    method: 'POST',
    path: '/collect',
    scope: 'brand',
    writes: true,
    summary: 'Ask now: all active prompts, or chosen ones',
    description:
      'Returns at once; `POST /runs` shows the progress. A prompt that waits to be asked already is not added again. A connection that stopped for its key or its quota is tried again.',
    input: z.object({
      brand_id: brandId,
      prompt_ids: optional(
        z
          .array(
            positiveInteger('each of prompt_ids'),
            'prompt_ids must be an array of at most 10,000 integers',
          )
          .max(10_000, 'prompt_ids must be an array of at most 10,000 integers'),
      ),
      ai_agent: aiAgent,
      dry_run: dryRun('Count what would be asked and what it would cost, and ask nothing'),
    }),
    output: z.object({
      success,
      added: count,
      waiting: count.meta({ description: 'Waiting already, not added again' }),
      skipped: z.array(z.object({ ai_agent: z.string(), reason: z.string() })),
      forecast: cost,
    }),
    errors: [missingBrandId, brandNotFound, promptNotFound],
    example: { brand_id: 1 },
  },
  runs: {
    method: 'POST',
    path: '/runs',
    scope: 'brand',
    summary: 'What was asked, newest first, with failures and what to do about them',
    description:
      'A run is one attempt to fill a slot (a prompt, an agent, a planned time). `slots` counts slots by state, within the same filters. At most `limit` runs (100 when omitted, 1,000 at most); `next` given as `before` fetches the next page.',
    input: z.object({
      brand_id: brandId,
      prompt_id: optional(positiveInteger('prompt_id')),
      ai_agent: aiAgent,
      date,
      state: optional(z.enum(RUN_STATES, `state must be one of ${RUN_STATES.join(', ')}`)),
      before: optional(positiveInteger('before')),
      limit: optional(
        positiveInteger('limit').refine((value) => value <= 1000, 'limit must be at most 1,000'),
      ),
    }),
    output: z.object({
      success,
      slots: z.object({ waiting: count, asking: count, answered: count, failed: count, skipped: count }),
      skipped: z.array(z.object({ reason: z.string(), slots: count })),
      agents: z.array(
        z.object({
          ai_agent: z.string(),
          waiting: count,
          asking: count,
          answered: count,
          failed: count,
          skipped: count,
        }),
      ),
      runs: z.array(run),
      pauses: z.array(
        z.object({
          connection: z.string(),
          failure: z.enum(FAILURES),
          message: z.string(),
          advice: z.string(),
          until: dateTime.nullable(),
        }),
      ),
      next: id.nullable(),
    }),
    errors: [missingBrandId, brandNotFound, promptNotFound],
    example: { brand_id: 1, limit: 20 },
  },
});
