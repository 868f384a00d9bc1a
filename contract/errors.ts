// Every error that a caller can meet, with the status it comes with. The specification fixes most texts.

/** Messages that the contract promises, word for word. */
export const messages = {
  unauthorized: 'Missing or invalid API key',
  forbidden: 'Access denied',
  brandNotFound: 'Brand not found',
  promptNotFound: 'Prompt not found',
  competitorNotFound: 'Competitor not found',
  answerNotFound: 'Answer not found',
  sourceNotFound: 'Source not found',
  brandIdRequired: 'brand_id is required',
  promptIdRequired: 'prompt_id is required',
  brandNameRequired: 'Brand name is required',
  notJson: 'Request body is not valid JSON',
  notObject: 'Request body must be a JSON object',
  dateOrder: 'date.from must not be after date.to',
  internal: 'An error occurred',
} as const;

/** The envelope of every error response. */
export type ErrorBody = { success: false; error: string };

/** Statuses that any operation may answer, with what they mean; the reference docs print this table. */
export const statuses: readonly { status: number; when: string }[] = [
  { status: 400, when: 'the body is not valid: the message names the field and what was expected' },
  { status: 401, when: `the API key is missing or invalid: \`${messages.unauthorized}\`` },
  {
    status: 403,
    when: `a Brand-scoped key addressed something outside its brand: \`${messages.forbidden}\``,
  },
  { status: 404, when: 'the addressed thing, or the path, does not exist' },
  { status: 405, when: 'the path exists with another method, named in `Allow`' },
  { status: 413, when: 'the body is larger than 1 MiB (32 MiB for an import)' },
  { status: 415, when: 'the body is not `application/json` in UTF-8' },
  { status: 429, when: 'the key asked too often; `Retry-After` says how many seconds to wait' },
  { status: 500, when: `a fault of the service: \`${messages.internal}\`, and nothing more` },
  {
    status: 503,
    when: 'overloaded, stopping, or without its database; `Retry-After` says when to try again',
  },
];
