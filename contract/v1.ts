// The nine operations of the specification, exactly as specified.
import { z } from 'zod';
import { messages } from './errors.ts';
import {
  aiAgent,
  count,
  date,
  dateTime,
  domain,
  id,
  limit,
  optional,
  percent,
  positiveInteger,
  success,
  tags,
  text,
} from './fields.ts';
import { operations } from './operation.ts';

export const brandId = positiveInteger('brand_id', messages.brandIdRequired);
export const promptId = positiveInteger('prompt_id', messages.promptIdRequired);
const active = z.enum(['Y', 'N']);

export const SOURCE_TYPES = [
  'owned',
  'competitor',
  'editorial',
  'community',
  'social',
  'reference',
  'review',
  'commerce',
  'institutional',
  'other',
] as const;

export const prompt = z
  .object({ id, prompt: z.string(), active, created_at: dateTime })
  .meta({ id: 'Prompt' });
const metrics = {
  total_responses: count,
  visibility: percent,
  sentiment: percent,
  position: z.number().min(0),
};
const competitor = z.object({ name: z.string(), domain: z.string(), ...metrics });

export const missingBrandId = { status: 400, message: messages.brandIdRequired };
export const missingPromptId = { status: 400, message: messages.promptIdRequired };
export const brandNotFound = { status: 404, message: messages.brandNotFound };
export const promptNotFound = { status: 404, message: messages.promptNotFound };
const ofBrand = [missingBrandId, brandNotFound] as const;
const ofPrompt = [missingPromptId, promptNotFound] as const;
const exampleDate = { from: '2026-10-01', to: '2026-10-31' };

export const v1 = operations({
  promptReport: {
    method: 'POST',
    path: '/prompt-report',
    scope: 'brand',
    summary: 'Visibility, sentiment and position per prompt',
    description:
      'Without `prompt_id`: all prompts that the key may see, by id, those without answers in the filter included (zeros).',
    input: z.object({
      prompt_id: optional(positiveInteger('prompt_id')),
      date,
      ai_agent: aiAgent,
      tags,
      limit,
    }),
    output: z.object({
      success,
      report: z.array(prompt.extend({ brand_id: id, brand: z.string(), ...metrics })),
    }),
    errors: [promptNotFound],
    example: { prompt_id: 1, date: exampleDate, ai_agent: ['chatgpt'] },
  },
  sources: {
    method: 'POST',
    path: '/sources',
    scope: 'brand',
    summary: 'Cited domains of a brand, per agent, most cited first',
    input: z.object({ brand_id: brandId, date, limit, ai_agent: aiAgent, tags }),
    output: z.object({
      success,
      sources: z.array(
        z.object({
          id,
          domain: z.string(),
          type: z.enum(SOURCE_TYPES),
          ai_tool: z.string(),
          created_at: dateTime,
        }),
      ),
    }),
    errors: ofBrand,
    example: { brand_id: 1, limit: 10 },
  },
  brandReport: {
    method: 'POST',
    path: '/brand-report',
    scope: 'brand',
    summary: 'Visibility, sentiment and position of a brand across all its prompts',
    input: z.object({ brand_id: brandId, date, ai_agent: aiAgent, tags }),
    output: z.object({ success, brand: z.string(), ...metrics }),
    errors: ofBrand,
    example: { brand_id: 1, date: exampleDate },
  },
  prompts: {
    method: 'POST',
    path: '/prompt',
    scope: 'brand',
    summary: 'Prompts of a brand',
    description: '`date` filters by the UTC day on which the prompt was created.',
    input: z.object({ brand_id: brandId, date, tags, limit }),
    output: z.object({ success, prompts: z.array(prompt) }),
    errors: ofBrand,
    example: { brand_id: 1, limit: 10 },
  },
  trackedCompetitors: {
    method: 'POST',
    path: '/competitor/tracked',
    scope: 'brand',
    summary: 'Competitors that a person chose, most visible first',
    input: z.object({ brand_id: brandId, date, ai_agent: aiAgent, tags, limit }),
    output: z.object({ success, competitors: z.array(competitor) }),
    errors: ofBrand,
    example: { brand_id: 1 },
  },
  untrackedCompetitors: {
    method: 'POST',
    path: '/competitor/untracked',
    scope: 'brand',
    summary: 'Competitors that were found in the answers, most visible first',
    input: z.object({ brand_id: brandId, date, ai_agent: aiAgent, tags, limit }),
    output: z.object({
      success,
      competitors: z.array(
        competitor.pick({ name: true, domain: true, total_responses: true, visibility: true }),
      ),
    }),
    errors: ofBrand,
    example: { brand_id: 1, limit: 10 },
  },
  createBrand: {
    method: 'POST',
    path: '/brand',
    scope: 'account',
    writes: true,
    summary: 'Create a brand',
    input: z.object({ name: text('name', 200, messages.brandNameRequired), domain: optional(domain()) }),
    output: z.object({
      success,
      brand: z.object({ id, name: z.string(), domain: z.string(), created_at: dateTime }),
    }),
    errors: [{ status: 400, message: messages.brandNameRequired }],
    example: { name: 'Acme', domain: 'acme.example' },
    idempotencyKey: true,
  },
  togglePrompt: {
    method: 'PATCH',
    path: '/prompt',
    scope: 'brand',
    writes: true,
    summary: 'Toggle a prompt between active (Y) and inactive (N)',
    input: z.object({ prompt_id: promptId }),
    output: z.object({ success, prompt_id: id, active }),
    errors: ofPrompt,
    example: { prompt_id: 1 },
    idempotencyKey: true,
  },
  deleteBrand: {
    method: 'DELETE',
    path: '/brand',
    scope: 'brand',
    writes: true,
    summary: 'Delete a brand with all its prompts, answers, competitors and Brand-scoped keys',
    input: z.object({ brand_id: brandId }),
    output: z.object({ success, message: z.literal('Brand deleted successfully') }),
    errors: ofBrand,
    example: { brand_id: 1 },
  },
});
