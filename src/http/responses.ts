// The error responses of the OpenAPI document.
import { messages, statuses } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
};
const challenge = { 'WWW-Authenticate': { description: 'Always `Bearer`', schema: { type: 'string' } } };

/** Statuses that every operation may answer, with the name of their component and an example. */
const SHARED: Record<number, { name: string; example: string; headers?: object }> = {
  401: { name: 'Unauthorized', example: messages.unauthorized, headers: challenge },
  403: { name: 'Forbidden', example: messages.forbidden },
  413: { name: 'TooLarge', example: 'Request body must not be larger than 1 MiB' },
  415: { name: 'UnsupportedMediaType', example: 'Content-Type must be application/json in UTF-8' },
  429: { name: 'TooManyRequests', example: 'Rate limit exceeded; try again in 12 s', headers: retryAfter },
  500: { name: 'Fault', example: messages.internal },
  503: { name: 'Unavailable', example: 'Too many requests under way', headers: retryAfter },
};

const error = { $ref: '#/components/schemas/Error' };
const body = (message: string) => ({ success: false, error: message });

function when(status: number): string {
  const text = statuses.find((one) => one.status === status)?.when ?? 'Error';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const sharedResponses = Object.fromEntries(
  Object.entries(SHARED).map(([status, { name, example, headers }]) => [
    name,
    {
      description: when(Number(status)),
      ...(headers && { headers }),
      content: { 'application/json': { schema: error, example: body(example) } },
    },
  ]),
);

export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a retry safe: for 24 hours the same key and body get the first answer again, another body a 400. 1 to 255 visible ASCII characters.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
};

/** Responses of an operation other than success, by status. */
export function errorResponses(operation: Operation): Record<string, object> {
  const own = Map.groupBy(operation.errors, ({ status }) => status);
  const bad = [...(own.get(400) ?? []).map(({ message }) => message), messages.notJson, messages.notObject];
  const missing = own.get(404)?.map(({ message }) => message);
  return {
    400: described(400, bad),
    ...(missing && { 404: described(404, missing) }),
    ...Object.fromEntries(
      Object.entries(SHARED).map(([status, { name }]) => [
        status,
        { $ref: `#/components/responses/${name}` },
      ]),
    ),
  };
}

function described(status: number, texts: string[]) {
  const examples = Object.fromEntries(texts.map((text) => [nameOf(text), { value: body(text) }]));
  return { description: when(status), content: { 'application/json': { schema: error, examples } } };
}

/** `brand_id is required` as `brand-id-is-required`: names of examples may hold no spaces. */
function nameOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
