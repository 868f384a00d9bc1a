// Extension operations that show what a brand has in full: the table of prompts and agents, cited domains and
// their pages, competitors.
import { z } from 'zod';
import { messages } from './errors.ts';
import {
  aiAgent,
  count,
  date,
  dateTime,
  day,
  id,
  limit,
  optional,
  percent,
  positiveInteger,
  success,
  tags,
  text,
} from './fields.ts';
import { competitor } from './more.ts';
import { operations } from './operation.ts';
import { brandId, brandNotFound, missingBrandId, promptNotFound, SOURCE_TYPES } from './v1.ts';

const ofBrand = [missingBrandId, brandNotFound] as const;
const exampleDate = { from: '2026-10-01', to: '2026-10-31' };
const oneOf = <const T extends readonly string[]>(field: string, values: T) =>
  z.enum(values, {
    error: ({ input }) =>
      input === undefined || input === null
        ? `${field} is required`
        : `${field} must be one of ${values.join(', ')}`,
  });
const page = (most: number) =>
  optional(
    positiveInteger('limit').refine(
      (value) => value <= most,
      `limit must be at most ${most.toLocaleString('en')}`,
    ),
  );

const cell = z.object({
  answers: count,
  mentions: count,
  visibility: percent,
  sentiment: percent.nullable(),
  position: z.number().nullable(),
});
const seenDay = day('day');
const sourceType = z.enum(SOURCE_TYPES);

export const lists = operations({
  matrix: {
    method: 'POST',
    path: '/matrix',
    scope: 'brand',
    summary: 'The brand per prompt and agent, and the share of voice per agent',
    description:
      'Cells are counted as in the prompt report, `all` over all agents together; one is null where there is no answer, its sentiment and position are null where the brand is not mentioned. `cells` stand in the order of `agents`, most answers first. Share of voice is the mentions of one (`numerator`) in percent of the mentions of the brand and all tracked competitors (`denominator`).',
    input: z.object({
      brand_id: brandId,
      date,
      ai_agent: aiAgent,
      tags,
      prompt_id: optional(positiveInteger('prompt_id')),
    }),
    output: z.object({
      success,
      agents: z.array(
        cell.extend({
          ai_agent: z.string(),
          share_of_voice: z.array(
            z.object({
              name: z.string(),
              domain: z.string(),
              entity: z.enum(['brand', 'tracked']),
              numerator: count,
              denominator: count,
              value: z.number().nullable(),
            }),
          ),
        }),
      ),
      prompts: z.array(
        z.object({ id, prompt: z.string(), all: cell.nullable(), cells: z.array(cell.nullable()) }),
      ),
    }),
    errors: [...ofBrand, promptNotFound],
    example: { brand_id: 1, date: exampleDate },
  },
  listSources: {
    method: 'POST',
    path: '/source/list',
    scope: 'brand',
    summary: 'Cited domains of a brand, all agents of a domain together, most cited first',
    description:
      '`answers` cite the domain, `share` is their part of all answers that cite anything (`citing_answers`), in percent. `first_seen` and `last_seen` are days of all time. At most `limit` (1,000 when omitted, 10,000 at most); `next` given as `before` fetches the next page.',
    input: z.object({
      brand_id: brandId,
      date,
      ai_agent: aiAgent,
      tags,
      type: optional(oneOf('type', SOURCE_TYPES)),
      before: optional(positiveInteger('before')),
      limit: page(10_000),
    }),
    output: z.object({
      success,
      citing_answers: count,
      domains: count.meta({ description: 'How many there are on all pages' }),
      sources: z.array(
        z.object({
          id,
          domain: z.string(),
          type: sourceType,
          answers: count,
          share: z.number().min(0).max(100),
          agents: z.array(z.object({ ai_agent: z.string(), answers: count })),
          first_seen: seenDay,
          last_seen: seenDay,
        }),
      ),
      next: id.nullable(),
    }),
    errors: ofBrand,
    example: { brand_id: 1, type: 'editorial', limit: 20 },
  },
  sourcePages: {
    method: 'POST',
    path: '/source/pages',
    scope: 'brand',
    summary: 'Pages of one domain that answers cite, most cited first',
    description:
      'Pages are found by reading the newest answers that cite the domain once more, at most 1,000: `answers.read` says how many of `answers.citing` were read. At most `limit` pages (100 when omitted, 1,000 at most) of `found`, each with the newest answers that cite it.',
    input: z.object({
      brand_id: brandId,
      domain: text('domain', 253).transform((value) => value.toLowerCase()),
      date,
      ai_agent: aiAgent,
      tags,
      limit: page(1000),
    }),
    output: z.object({
      success,
      domain: z.string(),
      type: sourceType,
      answers: z.object({ citing: count, read: count }),
      found: count,
      pages: z.array(
        z.object({
          url: z.string(),
          title: z.string(),
          answers: count,
          last_seen: seenDay,
          newest: z.array(z.object({ id, prompt_id: id, ai_agent: z.string(), answered_at: dateTime })),
        }),
      ),
    }),
    errors: [
      ...ofBrand,
      { status: 400, message: 'domain is required' },
      { status: 404, message: messages.sourceNotFound },
    ],
    example: { brand_id: 1, domain: 'acme.example' },
  },
  listCompetitors: {
    method: 'POST',
    path: '/competitor/list',
    scope: 'brand',
    summary: 'Competitors in full: tracked, found, merged and dismissed ones',
    description:
      'Tracked ones first, by name; then names found in the answers, most answers first; then those that were merged into another (`merged_into`), and dismissed ones. `answers` mention it, at any time, from `first_seen` to `last_seen`. Names that one answer gave in passing are not shown.',
    input: z.object({ brand_id: brandId, limit }),
    output: z.object({
      success,
      competitors: z.array(
        competitor.extend({
          answers: count,
          first_seen: seenDay.nullable(),
          last_seen: seenDay.nullable(),
        }),
      ),
    }),
    errors: ofBrand,
    example: { brand_id: 1 },
  },
});
