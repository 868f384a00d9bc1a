// Everything that is stored of a brand, as a stream.
import { z } from 'zod';
import { aiAgent, date, missing, optional, tags } from './fields.ts';
import { operations } from './operation.ts';
import { brandId, brandNotFound, missingBrandId } from './v1.ts';

export const EXPORTS = ['answers', 'mentions', 'citations', 'facts', 'prompts', 'sources'] as const;
export const FORMATS = { jsonl: 'application/x-ndjson', csv: 'text/csv' } as const;

const kinds = `what must be one of ${EXPORTS.join(', ')}`;

export const exporting = operations({
  export: {
    method: 'POST',
    path: '/export',
    scope: 'brand',
    summary: 'All answers, mentions, citations, facts, prompts or sources of a brand as JSON lines or CSV',
    description:
      'Answers 200 with a file, of any length, instead of a JSON object: a line per row. Oldest answers first; what is added meanwhile may be in it or not. Exported answers as JSON lines can be imported again. In CSV a text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, tab or carriage return) has an apostrophe before it. A stream that ends early ends without its last chunk, which every client reports as an error. `date` filters by the day of the answer, and `prompts` by the day of their creation.',
    input: z.object({
      brand_id: brandId,
      what: z.enum(EXPORTS, { error: ({ input }) => (missing(input) ? 'what is required' : kinds) }),
      format: optional(z.enum(['jsonl', 'csv'], { error: 'format must be jsonl or csv' })),
      date,
      ai_agent: aiAgent,
      tags,
    }),
    output: z.string(),
    streams: Object.values(FORMATS),
    errors: [missingBrandId, brandNotFound, { status: 400, message: 'what is required' }],
    example: { brand_id: 1, what: 'answers', format: 'jsonl' },
  },
});
