// What changed most between two periods, judged together so that noise is not called a change.
import { z } from 'zod';
import { aiAgent, count, id, optional, positiveInteger, success, tags } from './fields.ts';
import { change, counted, period } from './insights.ts';
import { operations } from './operation.ts';
import { brandId, brandNotFound, missingBrandId } from './v1.ts';

const answers = z.object({ before: count, now: count });
const tally = z.object({ changed: count, noise: count, few: count });

export const changes = operations({
  movers: {
    method: 'POST',
    path: '/movers',
    scope: 'brand',
    summary:
      'The biggest changes of visibility between two periods: of the brand per prompt, and of competitors',
    description:
      'Changes come first, then what is within noise, then prompts with fewer than 20 answers in a period; the largest first. Prompts are judged together: among those called changed at most one in twenty is noise in the long run, so the intervals are wider than those of a prompt alone. `prompts_judged` counts all prompts, whatever the limit (20 when omitted, 1,000 at most). Competitors are judged as `POST /compare` does, in every metric, and ordered by visibility.',
    input: z.object({
      brand_id: brandId,
      before: period('before'),
      now: period('now'),
      ai_agent: aiAgent,
      tags,
      limit: optional(
        positiveInteger('limit').refine((value) => value <= 1000, 'limit must be at most 1,000'),
      ),
    }),
    output: z.object({
      success,
      prompts: z.array(z.object({ id, prompt: z.string(), answers, visibility: change })),
      prompts_judged: tally,
      competitors: z.array(
        z.object({
          name: z.string(),
          domain: z.string(),
          visibility: change,
          sentiment: change,
          position: change,
          share_of_voice: change,
          counted,
        }),
      ),
    }),
    errors: [missingBrandId, brandNotFound],
    example: {
      brand_id: 1,
      before: { from: '2026-07-01', to: '2026-07-31' },
      now: { from: '2026-08-01', to: '2026-08-31' },
    },
  },
});
