// Extension operations about the tags of prompts, by which most operations can filter.
import { z } from 'zod';
import { count, limit, optional, optionalText, positiveInteger, success, tags, texts } from './fields.ts';
import { operations } from './operation.ts';
import { brandId, brandNotFound, missingBrandId, prompt, promptNotFound } from './v1.ts';

/** A prompt has at most so many tags. */
export const MOST_TAGS = 20;

const ofBrand = [missingBrandId, brandNotFound] as const;
const tagged = prompt.extend({ tags: z.array(z.string()) });
const changedTags = (field: string) => optional(texts(field, { each: 100, most: MOST_TAGS }));
const PROMPT_IDS = 'prompt_ids must be an array of 1 to 1,000 ids of prompts';

export const tagging = operations({
  listPrompts: {
    method: 'POST',
    path: '/prompt/list',
    scope: 'brand',
    summary: 'All prompts of a brand with their tags, by id',
    description:
      '`search` keeps the prompts whose text holds it, in any case; `tags` those with any of these tags.',
    input: z.object({ brand_id: brandId, tags, search: optionalText('search', 200), limit }),
    output: z.object({ success, prompts: z.array(tagged) }),
    errors: ofBrand,
    example: { brand_id: 1, tags: ['crm'] },
  },
  tagPrompts: {
    method: 'PATCH',
    path: '/prompt/tags',
    scope: 'brand',
    writes: true,
    summary: 'Add and remove tags of up to 1,000 prompts of a brand at once',
    description: `All or nothing. A tag is 1 to 100 characters and is compared exactly; a prompt has at most ${MOST_TAGS}.`,
    input: z.object({
      brand_id: brandId,
      prompt_ids: z
        .array(positiveInteger('each of prompt_ids'), { error: PROMPT_IDS })
        .min(1, PROMPT_IDS)
        .max(1000, PROMPT_IDS),
      add: changedTags('add'),
      remove: changedTags('remove'),
    }),
    output: z.object({ success, prompts: z.array(tagged) }),
    errors: [...ofBrand, promptNotFound],
    example: { brand_id: 1, prompt_ids: [1], add: ['crm'], remove: ['draft'] },
  },
  tags: {
    method: 'POST',
    path: '/tags',
    scope: 'brand',
    summary: 'Tags of a brand with the number of their prompts, most used first',
    input: z.object({ brand_id: brandId }),
    output: z.object({ success, tags: z.array(z.object({ tag: z.string(), prompts: count })) }),
    errors: ofBrand,
    example: { brand_id: 1 },
  },
});
