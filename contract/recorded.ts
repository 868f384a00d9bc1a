// One recorded answer, as a line of an import file or an item of POST /answers/import.
import { z } from 'zod';
import { anyText, FIRST_YEAR, optional, optionalText, text } from './fields.ts';

export const MOST_CITATIONS = 1000;
/** UTF-8 bytes. The longest answers of today's agents are near 60 kB. */
export const LONGEST_ANSWER = 1024 * 1024;
const DAY_MS = 86_400_000;

const size = new TextEncoder();

const answerText = z
  .string({ error: ({ input }) => (input == null ? 'answer is required' : 'answer must be a string') })
  .refine((value) => value.isWellFormed() && !value.includes('\0'), {
    error: 'answer must not contain NUL or lone surrogates',
    abort: true,
  })
  .refine((value) => value.trim() !== '', { error: 'answer is required', abort: true })
  .refine((value) => value.length <= LONGEST_ANSWER && size.encode(value).length <= LONGEST_ANSWER, {
    error: ({ input }) =>
      `answer is ${size.encode(String(input)).length.toLocaleString('en')} bytes long; at most ${LONGEST_ANSWER.toLocaleString('en')} are accepted`,
  });

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2}))?$/i;

function answeredAt(now: () => Date) {
  const wrong = 'answered_at must be a day such as 2026-11-18 or a date-time such as 2026-11-18T09:12:00Z';
  return z
    .string({ error: ({ input }) => (input == null ? 'answered_at is required' : wrong) })
    .refine((value) => ISO.test(value.trim()) && isRealDay(value.trim()) && instant(value) !== null, {
      error: wrong,
      abort: true,
    })
    .transform((value) => instant(value) ?? '')
    .refine(
      (value) => Number(value.slice(0, 4)) >= FIRST_YEAR,
      `answered_at must not be before ${FIRST_YEAR}`,
    )
    .refine(
      (value) => Date.parse(value) <= now().getTime() + DAY_MS,
      'answered_at must not be more than a day ahead',
    )
    .meta({ type: 'string', format: 'date-time' });
}

function isRealDay(value: string): boolean {
  const day = value.slice(0, 10);
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
}

/** The instant in UTC with microseconds, `YYYY-MM-DDThh:mm:ss.ffffffZ`; a day alone is its midnight. */
function instant(value: string): string | null {
  const trimmed = value.trim().replace(' ', 'T').toUpperCase();
  const parsed = new Date(trimmed);
  if (Number.isNaN(parsed.getTime())) return null;
  const fraction = /\.(\d+)/.exec(trimmed)?.[1] ?? '';
  return `${parsed.toISOString().slice(0, 19)}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}

function links(field: string) {
  const most = `${field} must be an array of at most ${MOST_CITATIONS.toLocaleString('en')} entries`;
  const link = z.object(
    { url: text(`${field}[].url`, 8000), title: optional(anyText(`${field}[].title`)) },
    { error: `each of ${field} must be an object with a url` },
  );
  return optional(z.array(link, { error: most }).max(MOST_CITATIONS, most));
}

const strings = (field: string) => {
  const wrong = `${field} must be an array of at most 1,000 strings`;
  return z.array(anyText(`each of ${field}`), { error: wrong }).max(1000, wrong);
};

/** The schema of one recorded answer; `now` bounds its date. */
export function recordedAnswer(now: () => Date) {
  return z.object(
    {
      id: optionalText('id', 500),
      prompt: text('prompt', 2000),
      agent: text('agent', 64),
      answered_at: answeredAt(now),
      answer: answerText,
      citations: links('citations'),
      model: optionalText('model', 200),
      searches: optional(strings('searches')),
      consulted: links('consulted').meta({ description: 'Pages that were looked at and not cited' }),
    },
    { error: 'a recorded answer must be a JSON object' },
  );
}

export type RecordedAnswer = z.output<ReturnType<typeof recordedAnswer>>;
