// The fields that operations share, each with the message that a wrong value gets.
import { z } from 'zod';
import { messages } from './errors.ts';

/** Days that answers may carry: from 2015 (no agent is older) to a day ahead of the clock. */
export const FIRST_YEAR = 2015;

/** True for a field that was not given. */
export const missing = (input: unknown) => input === undefined || input === null;

/** A required or optional field: `null` is the same as nothing. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** A positive integer up to 2^53-1; `required` is the message when it is missing. */
export function positiveInteger(field: string, required = `${field} is required`) {
  const wrong = `${field} must be a positive integer`;
  return z
    .number({ error: (issue) => (missing(issue.input) ? required : wrong) })
    .refine((value) => Number.isSafeInteger(value) && value > 0, wrong)
    .meta({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
}

// A name of zero-width characters alone would be a name that nobody sees.
const VISIBLE = /[^\s\p{Cf}\p{Cc}]/u;

const isText = (value: string) => value.isWellFormed() && !value.includes('\0');

/** Text of 1 to `max` characters after trimming. Blank counts as missing. */
export function text(field: string, max: number, required = `${field} is required`) {
  const wrong = `${field} must be a string of 1 to ${max.toLocaleString('en')} characters`;
  return z
    .string({ error: (issue) => (missing(issue.input) ? required : wrong) })
    .refine(isText, { error: `${field} must not contain NUL or lone surrogates`, abort: true })
    .transform((value) => value.trim())
    .refine((value) => VISIBLE.test(value), { error: required, abort: true })
    .refine((value) => [...value].length <= max, wrong)
    .meta({ type: 'string', minLength: 1, maxLength: max });
}

/** Text as it is, blank or long; only what no database can hold is refused. */
export function anyText(field: string) {
  return z
    .string(`${field} must be a string`)
    .refine(isText, `${field} must not contain NUL or lone surrogates`);
}

/** Text of at most `max` characters after trimming; blank is the same as nothing. */
export function optionalText(field: string, max: number) {
  return optional(
    anyText(field)
      .transform((value) => value.trim())
      .refine(
        (value) => [...value].length <= max,
        `${field} must be a string of at most ${max.toLocaleString('en')} characters`,
      )
      .meta({ type: 'string', maxLength: max }),
  ).transform((value) => value || undefined);
}

/** A list of texts, without doubles. */
export function texts(field: string, { each, most }: { each: number; most: number }) {
  const wrong = `${field} must be an array of at most ${most} strings`;
  return z
    .array(text(`each of ${field}`, each, `${field} must not hold an empty string`), { error: wrong })
    .max(most, wrong)
    .transform((values) => [...new Set(values)]);
}

/** Turns a host name or an http(s) URL into the bare lower-case ASCII host without `www.`; null if it is neither. */
export function bareHost(value: string): string | null {
  const trimmed = value.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  if (hasScheme && !/^https?:\/\//i.test(trimmed)) return null;
  if (!hasScheme && /[\s/?#@:\\]/.test(trimmed.replace(/\/$/, ''))) return null;
  const url = URL.parse(hasScheme ? trimmed : `http://${trimmed}`);
  if (!url || url.username || url.password) return null;
  const host = url.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\.(?=.*\.)/, '');
  const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?';
  const isName = new RegExp(`^(?:${label}\\.)+(?:[a-z][a-z0-9-]*[a-z0-9])$`).test(host);
  return isName && host.length <= 253 ? host : null;
}

/** A host name or an http(s) URL, stored as the bare host. Blank means none. */
export function domain(field = 'domain') {
  const wrong = `${field} must be a valid domain name`;
  return z.string({ error: wrong }).transform((value, context) => {
    if (value.trim() === '') return '';
    const host = isText(value) ? bareHost(value) : null;
    if (host !== null) return host;
    context.issues.push({ code: 'custom', message: wrong, input: value });
    return z.NEVER;
  });
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const parsed = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value) && value > '0000-12-31';
}

export const day = (field: string) => {
  const wrong = `${field} must be a calendar day as YYYY-MM-DD`;
  return z.string({ error: wrong }).refine(isDay, wrong).meta({ type: 'string', format: 'date' });
};

/** UTC days, both inclusive, each optional. */
export const date = optional(
  z
    .object(
      { from: optional(day('date.from')), to: optional(day('date.to')) },
      { error: 'date must be an object with from and to' },
    )
    .refine(({ from, to }) => !from || !to || from <= to, messages.dateOrder)
    .meta({ id: 'DateRange' }),
);

/** Ids or display names of agents; an empty list means all. */
export const aiAgent = optional(
  z.array(z.string({ error: 'ai_agent must be an array of strings' }), {
    error: 'ai_agent must be an array of strings',
  }),
);

/** Keeps prompts that have any of these tags; an empty list means all. */
export const tags = optional(texts('tags', { each: 100, most: 100 }));

export const limit = optional(positiveInteger('limit'));

/** Asks what would happen, so that nothing does. */
export const dryRun = (description: string) =>
  optional(z.boolean('dry_run must be true or false')).meta({ description });

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}\+00:00$/;
/** `YYYY-MM-DDThh:mm:ss.ffffff+00:00`. */
export const dateTime = z.string().regex(DATE_TIME).meta({ format: 'date-time' });
export const id = z.int().positive();
export const count = z.int().nonnegative();
export const percent = z.int().min(0).max(100);
export const success = z.literal(true);
