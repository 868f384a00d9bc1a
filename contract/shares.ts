// Links that show a brand's overview, read-only, to whoever has them.
import { z } from 'zod';
import { messages } from './errors.ts';
import { aiAgent, date, dateTime, id, optional, positiveInteger, success, tags, text } from './fields.ts';
import { operations } from './operation.ts';
import { brandId } from './v1.ts';

export const shareMessages = {
  notFound: 'Share link not found',
  gone: 'The link is not valid: it was revoked, has expired, or was copied in part',
  password: 'The link wants its password',
  wrongPassword: 'The password is wrong',
  outside: 'The link does not show this',
} as const;

/** What a link shows: the last days, or days from and to, and the period before where it compares. */
const filters = z.object({
  days: optional(z.int('days must be a whole number from 1 to 3,660').min(1).max(3660)),
  date,
  ai_agent: aiAgent,
  tags,
  compare: optional(z.boolean('compare must be true or false')),
});
const share = z.object({
  id,
  brand_id: id,
  name: z.string(),
  filters: z.object({
    days: z.int().positive().optional(),
    date: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
    ai_agent: z.array(z.string()),
    tags: z.array(z.string()),
    compare: z.boolean(),
  }),
  has_password: z.boolean(),
  created_at: dateTime,
  expires_at: dateTime.nullable(),
  last_opened_at: dateTime.nullable(),
});
const DAYS = 'expires_days must be a whole number of days from 1 to 3,650';
const PASSWORD = 'password must be a string of 6 to 128 characters';

/** For members, below `/console/api`. */
export const sharing = operations({
  shares: {
    method: 'POST',
    path: '/shares',
    scope: 'brand',
    summary: 'Links that show a brand to others, oldest first; never their addresses',
    input: z.object({ brand_id: brandId }),
    output: z.object({ success, shares: z.array(share) }),
    errors: [{ status: 404, message: messages.brandNotFound }],
    example: { brand_id: 1 },
  },
  createShare: {
    method: 'POST',
    path: '/share',
    scope: 'brand',
    writes: true,
    summary: "Make a link to the brand's overview with fixed filters. Its address is shown this once",
    description: 'With neither `days` nor `date` it shows all time.',
    input: filters.extend({
      brand_id: brandId,
      name: text('name', 200),
      password: optional(z.string(PASSWORD).min(6, PASSWORD).max(128, PASSWORD)),
      expires_days: optional(z.int(DAYS).min(1, DAYS).max(3650, DAYS)),
    }),
    output: z.object({ success, share, link: z.url() }),
    errors: [{ status: 404, message: messages.brandNotFound }],
    example: { brand_id: 1, name: 'Monthly report', days: 30, expires_days: 90 },
  },
  deleteShare: {
    method: 'DELETE',
    path: '/share',
    scope: 'brand',
    writes: true,
    summary: 'Revoke a link: it shows nothing from the next request on',
    input: z.object({ share_id: positiveInteger('share_id') }),
    output: z.object({ success, message: z.literal('Share link revoked successfully') }),
    errors: [{ status: 404, message: shareMessages.notFound }],
    example: { share_id: 1 },
  },
});

/** For whoever has a link, below `/console`. */
export const shareEntrance = operations({
  openShare: {
    method: 'POST',
    path: '/share/open',
    scope: 'account',
    summary: 'What a link shows, and a pass to ask for it below `/console/share/api` for twelve hours',
    description: 'The pass goes into the header `X-Share`.',
    input: z.object({
      token: text('token', 100),
      password: optional(z.string('password must be a string').max(128)),
    }),
    output: z.object({
      success,
      pass: z.string(),
      share: share.pick({ name: true, brand_id: true, filters: true, expires_at: true }),
    }),
    errors: [
      { status: 404, message: shareMessages.gone },
      { status: 401, message: shareMessages.password },
      { status: 401, message: shareMessages.wrongPassword },
    ],
    example: { token: 'the-last-part-of-the-link' },
  },
});

/** What may be asked with a pass. */
export const SHOWN_BY_SHARES = [
  'brands',
  'brandReport',
  'trackedCompetitors',
  'untrackedCompetitors',
  'trend',
  'compare',
  'movers',
  'matrix',
] as const;
