// Extension operations: same conventions as the specified ones, new paths. They never change a specified one.
import { z } from 'zod';
import { messages } from './errors.ts';
import {
  aiAgent,
  count,
  date,
  dateTime,
  domain,
  dryRun,
  id,
  optional,
  percent,
  positiveInteger,
  success,
  tags,
  text,
  texts,
} from './fields.ts';
import { operations } from './operation.ts';
import { recordedAnswer } from './recorded.ts';
import {
  brandId,
  brandNotFound,
  missingBrandId,
  missingPromptId,
  prompt,
  promptId,
  promptNotFound,
  SOURCE_TYPES,
} from './v1.ts';

const names = (field: string) => optional(texts(field, { each: 200, most: 100 }));
const reading = z
  .object({ done: count, total: count })
  .meta({ description: 'Answers read under the present settings, of all stored ones' });
const brand = z
  .object({
    id,
    name: z.string(),
    domain: z.string(),
    aliases: z.array(z.string()),
    exclude: z.array(z.string()),
    created_at: dateTime,
    reading,
  })
  .meta({ id: 'Brand' });
export const competitor = z
  .object({
    id,
    name: z.string(),
    domain: z.string(),
    aliases: z.array(z.string()),
    tracked: z.boolean(),
    dismissed: z.boolean(),
    merged_into: z
      .string()
      .nullable()
      .meta({ description: 'Name of the competitor that it is a spelling of' }),
    created_at: dateTime,
  })
  .meta({ id: 'Competitor' });
const span = z.tuple([count, count]);
const judged = { position: z.int().positive().nullable(), sentiment: percent.nullable() };
const competitorNotFound = { status: 404, message: messages.competitorNotFound };

const newPrompt = z.union(
  [
    text('each prompt', 2000).transform((value) => ({ prompt: value, tags: [] as string[] })),
    z
      .object({ prompt: text('prompt', 2000), tags: optional(texts('tags', { each: 100, most: 20 })) })
      .transform((value) => ({ prompt: value.prompt, tags: value.tags ?? [] })),
  ],
  { error: 'each of prompts must be a text of 1 to 2,000 characters or {prompt, tags}' },
);

export const more = operations({
  brands: {
    method: 'POST',
    path: '/brands',
    scope: 'brand',
    summary: 'Brands that the key may see',
    input: z.object({}),
    output: z.object({ success, brands: z.array(brand) }),
    errors: [],
    example: {},
  },
  updateBrand: {
    method: 'PATCH',
    path: '/brand',
    scope: 'brand',
    writes: true,
    summary: 'Change name, domain, aliases or excluded phrases; stored answers are read again',
    description:
      'A field that is left out stays as it is. `exclude` holds phrases that contain the name without meaning the brand.',
    input: z.object({
      brand_id: brandId,
      name: optional(text('name', 200, messages.brandNameRequired)),
      domain: optional(domain()),
      aliases: names('aliases'),
      exclude: names('exclude'),
    }),
    output: z.object({ success, brand }),
    errors: [missingBrandId, brandNotFound],
    example: { brand_id: 1, aliases: ['Acme Inc'] },
  },
  createPrompts: {
    method: 'POST',
    path: '/prompt/create',
    scope: 'brand',
    writes: true,
    summary: 'Add prompts to a brand',
    description: 'A text that the brand has already is answered as it is stored, never doubled.',
    input: z.object({
      brand_id: brandId,
      prompts: z
        .array(newPrompt, { error: 'prompts must be an array of 1 to 1,000 prompts' })
        .min(1, 'prompts must be an array of 1 to 1,000 prompts')
        .max(1000, 'prompts must be an array of 1 to 1,000 prompts'),
    }),
    output: z.object({ success, prompts: z.array(prompt.extend({ tags: z.array(z.string()) })) }),
    errors: [missingBrandId, brandNotFound],
    example: { brand_id: 1, prompts: ['best crm for agencies'] },
  },
  deletePrompt: {
    method: 'DELETE',
    path: '/prompt',
    scope: 'brand',
    writes: true,
    summary: 'Delete a prompt with all its answers',
    input: z.object({ prompt_id: promptId }),
    output: z.object({ success, message: z.literal('Prompt deleted successfully') }),
    errors: [missingPromptId, promptNotFound],
    example: { prompt_id: 1 },
  },
  trackCompetitor: {
    method: 'POST',
    path: '/competitor/track',
    scope: 'brand',
    writes: true,
    summary: 'Track a competitor, new or found in the answers; stored answers are read again',
    input: z.object({
      brand_id: brandId,
      name: text('name', 200),
      domain: optional(domain()),
      aliases: names('aliases'),
    }),
    output: z.object({ success, competitor }),
    errors: [missingBrandId, brandNotFound],
    example: { brand_id: 1, name: 'Globex', domain: 'globex.example' },
  },
  untrackCompetitor: {
    method: 'POST',
    path: '/competitor/untrack',
    scope: 'brand',
    writes: true,
    summary: 'Stop tracking a competitor; stored answers are read again',
    input: z.object({ brand_id: brandId, name: text('name', 200) }),
    output: z.object({ success, competitor }),
    errors: [missingBrandId, brandNotFound, competitorNotFound],
    example: { brand_id: 1, name: 'Globex' },
  },
  dismissCompetitor: {
    method: 'POST',
    path: '/competitor/dismiss',
    scope: 'brand',
    writes: true,
    summary:
      'Mark a name that was found in answers as no brand, or take that back; stored answers are read again',
    description:
      'A dismissed name is left out of untracked competitors and of positions, in answers to come as well. `dismissed: false` brings it back with its history.',
    input: z.object({
      brand_id: brandId,
      name: text('name', 200),
      dismissed: optional(z.boolean('dismissed must be true or false')),
    }),
    output: z.object({ success, competitor }),
    errors: [missingBrandId, brandNotFound, competitorNotFound],
    example: { brand_id: 1, name: 'Initech' },
  },
  mergeCompetitor: {
    method: 'POST',
    path: '/competitor/merge',
    scope: 'brand',
    writes: true,
    summary:
      'Make a name that was found in answers another spelling of a competitor; stored answers are read again',
    description: 'Without `into` a merged name stands for itself again.',
    input: z.object({ brand_id: brandId, name: text('name', 200), into: optional(text('into', 200)) }),
    output: z.object({ success, competitor }),
    errors: [missingBrandId, brandNotFound, competitorNotFound],
    example: { brand_id: 1, name: 'Initech', into: 'Globex' },
  },
  importAnswers: {
    method: 'POST',
    path: '/answers/import',
    scope: 'brand',
    writes: true,
    summary: 'Import up to 1,000 recorded answers',
    description:
      'Idempotent: an answer that is stored already counts as known. A bad one is refused with its index and reason and never stops the rest. A prompt that the brand does not have is created inactive.',
    input: z.object({
      brand_id: brandId,
      answers: z
        .array(z.unknown(), { error: 'answers must be an array of 1 to 1,000 recorded answers' })
        .min(1, 'answers must be an array of 1 to 1,000 recorded answers')
        .max(1000, 'answers must be an array of 1 to 1,000 recorded answers')
        .meta({
          items: z.toJSONSchema(
            recordedAnswer(() => new Date()),
            { io: 'input', unrepresentable: 'any' },
          ),
        }),
      dry_run: dryRun('Count what would happen, and store nothing'),
    }),
    output: z.object({
      success,
      new: count,
      known: count,
      refused: z.array(z.object({ index: count, reason: z.string() })),
    }),
    errors: [missingBrandId, brandNotFound],
    example: {
      brand_id: 1,
      answers: [
        {
          id: 'example-1',
          prompt: 'best crm for agencies',
          agent: 'chatgpt',
          answered_at: '2026-10-18T09:12:00Z',
          answer: '1. **Acme** is a good choice.\n2. **Globex** is cheaper.',
          citations: [{ url: 'https://acme.example/pricing', title: 'Pricing' }],
        },
      ],
    },
    bodyLimit: 32 * 1024 * 1024,
  },
  answers: {
    method: 'POST',
    path: '/answers',
    scope: 'brand',
    summary: 'Answers of a brand, newest first',
    description:
      'At most `limit` (100 when omitted, 1,000 at most); `next` given as `before` fetches the next page.',
    input: z.object({
      brand_id: brandId,
      prompt_id: optional(positiveInteger('prompt_id')),
      date,
      ai_agent: aiAgent,
      tags,
      mentioned: optional(z.boolean('mentioned must be true or false')),
      before: optional(positiveInteger('before')),
      limit: optional(
        positiveInteger('limit').refine((value) => value <= 1000, 'limit must be at most 1,000'),
      ),
    }),
    output: z.object({
      success,
      answers: z.array(
        z.object({
          id,
          prompt_id: id,
          prompt: z.string(),
          ai_agent: z.string(),
          answered_at: dateTime,
          mentioned: z.boolean(),
          ...judged,
          excerpt: z.string(),
        }),
      ),
      next: id.nullable(),
    }),
    errors: [missingBrandId, brandNotFound, promptNotFound],
    example: { brand_id: 1, mentioned: true, limit: 20 },
  },
  answer: {
    method: 'POST',
    path: '/answer',
    scope: 'brand',
    summary: 'One answer with its mentions, why each has its position and sentiment, citations and raw body',
    description:
      'Spans count UTF-16 units of the Markdown. While an answer waits to be read again under changed settings, its mentions carry no spans and no reasons.',
    input: z.object({ answer_id: positiveInteger('answer_id') }),
    output: z.object({
      success,
      answer: z.object({
        id,
        brand_id: id,
        prompt_id: id,
        prompt: z.string(),
        ai_agent: z.string(),
        answered_at: dateTime,
        model: z.string(),
        language: z.string().nullable(),
        searches: z.array(z.string()),
        answer: z.string(),
        raw: z.string().nullable(),
        mentions: z.array(
          z.object({
            name: z.string(),
            entity: z.enum(['brand', 'tracked', 'untracked']),
            kind: z.enum(['recommended', 'listed', 'compared', 'passing', 'denied']),
            ...judged,
            spans: z.array(span),
            position_reason: z.object({ by: z.string(), text: z.string() }).nullable(),
            sentiment_reasons: z.array(z.object({ by: z.string(), weight: z.number(), text: z.string() })),
          }),
        ),
        citations: z.array(
          z.object({
            url: z.string(),
            title: z.string(),
            domain: z.string(),
            type: z.enum(SOURCE_TYPES),
            origin: z.enum(['cited', 'text']),
          }),
        ),
        consulted: z
          .array(z.object({ url: z.string(), title: z.string() }))
          .meta({ description: 'Pages that the agent looked at and did not cite; not counted as sources' }),
      }),
    }),
    errors: [
      { status: 400, message: 'answer_id is required' },
      { status: 404, message: messages.answerNotFound },
    ],
    example: { answer_id: 1 },
  },
});
