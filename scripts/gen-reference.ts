// docs/reference.md: the contract as a page to read.
import { messages, statuses } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import { contract } from '../contract/table.ts';
import { tagOf } from '../src/http/openapi.ts';
import { sampleOf } from '../src/http/sample.ts';
import { resolved, type Schema, type Schemas, schemaOf } from '../src/http/schema.ts';

const HEAD = `# API reference

Generated from \`contract/\` by \`npm run gen\`. The same as OpenAPI 3.1: \`GET /api/v1/openapi.json\`; to try requests: \`/docs\`.

- Base address: \`http://127.0.0.1:8080/api/v1\`. Every request carries \`Authorization: Bearer KEY\`.
- Every operation takes a JSON object (\`Content-Type: application/json\`) and answers 200 with \`"success": true\`.
- An optional field given as \`null\` is the same as one left out. Unknown fields are ignored.
- Days are UTC days, both ends of a range included. Date-times are \`YYYY-MM-DDThh:mm:ss.ffffff+00:00\`.
- A Global key sees all brands of its account. A Brand-scoped key sees its brand; anything else is 403.
`;

const WHO = {
  brand: 'Global keys; Brand-scoped keys within their brand',
  account: 'Global keys',
};

export function reference(): string {
  const entries: [string, Operation][] = Object.entries(contract);
  const sections = Map.groupBy(entries, ([, { path }]) => tagOf(path));
  return [
    HEAD,
    contents(sections),
    ...[...sections].flatMap(([tag, operations]) => [
      `## ${tag}\n`,
      ...operations.map(([name, operation]) => describe(name, operation)),
    ]),
    errors(),
  ].join('\n');
}

function contents(sections: Map<string, [string, Operation][]>): string {
  const rows = [...sections.values()]
    .flat()
    .map(
      ([name, { method, path, summary }]) =>
        `| [\`${method} ${path}\`](#${anchor(method, path)}) | ${summary} | \`${name}\` |`,
    );
  return ['| operation | does | in the client |', '|---|---|---|', ...rows, ''].join('\n');
}

/** As GitHub makes it of the heading. */
const anchor = (method: string, path: string) =>
  `${method} ${path}`
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replace(/ /g, '-');

function describe(name: string, operation: Operation): string {
  const shared: Schemas = {};
  const input = schemaOf(operation.input, 'input', shared);
  const output = schemaOf(operation.output, 'output', shared);
  return [
    `### ${operation.method} ${operation.path}\n`,
    `${operation.summary}. ${operation.description ?? ''}`.trim(),
    '',
    `For: ${WHO[operation.scope]}. In the client: \`${name}\`.${notes(operation)}`,
    '',
    fields(input, shared),
    example(operation, operation.streams ? undefined : sampleOf(output, shared)),
    refusals(operation),
  ].join('\n');
}

function notes({ idempotencyKey, bodyLimit }: Operation): string {
  const safe =
    ' An `Idempotency-Key` header (1 to 255 visible ASCII characters) makes a retry safe: for 24 hours the same key and body get the first answer again, another body a 400.';
  const large = ` The body may have up to ${(bodyLimit ?? 0) / 1024 / 1024} MiB.`;
  return (idempotencyKey ? safe : '') + (bodyLimit ? large : '');
}

function fields(input: Schema, shared: Schemas): string {
  const rows = rowsOf(input, shared, '');
  if (rows.length === 0) return 'No fields: the body is `{}`.\n';
  return ['| field | type | required |', '|---|---|---|', ...rows, ''].join('\n');
}

function rowsOf(given: Schema, shared: Schemas, prefix: string): string[] {
  const schema = resolved(given, shared);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const required = schema.required?.includes(name) ? 'yes' : 'no';
    return [`| \`${path}\` | ${typeOf(property, shared)} | ${required} |`, ...nested(property, shared, path)];
  });
}

function nested(given: Schema, shared: Schemas, path: string): string[] {
  const schema = resolved(given, shared);
  if (typeof schema.items === 'object') return nested(schema.items, shared, `${path}[]`);
  const object = [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties);
  return object ? rowsOf(object, shared, `${path}.`) : [];
}

function typeOf(given: Schema, shared: Schemas): string {
  const schema = resolved(given, shared);
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, shared)).join(' or ');
  if (typeof schema.items === 'object')
    return `array${range(schema.minItems, schema.maxItems)} of ${typeOf(schema.items, shared)}`;
  if (schema.format === 'date') return 'day, `YYYY-MM-DD`';
  if (schema.format === 'date-time') return 'date-time, ISO 8601';
  if (schema.type === 'integer') return `integer (from ${schema.minimum})`;
  return `${schema.type}${range(schema.minLength, schema.maxLength, ' characters')}`;
}

function range(from: number | undefined, to: number | undefined, unit = ''): string {
  if (to === undefined) return '';
  const most = to.toLocaleString('en');
  return from === undefined ? ` (at most ${most}${unit})` : ` (${from} to ${most}${unit})`;
}

function example({ method, path, example: body }: Operation, response: unknown): string {
  const given = method === 'POST' ? '' : `-X ${method} `;
  return [
    '```sh',
    `curl ${given}http://127.0.0.1:8080/api/v1${path} \\`,
    `  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
    '```',
    '',
    ...(response === undefined ? [] : ['```json', JSON.stringify(response, null, 2), '```', '']),
  ].join('\n');
}

function refusals({ errors, scope }: Operation): string {
  const own = errors.map(({ status, message }) => `${status} \`${message}\``);
  const denied = `403 \`${messages.forbidden}\`${scope === 'account' ? ' (Brand-scoped keys)' : ''}`;
  return `Errors: ${[...own, denied].sort().join(' · ')} · [and those of every operation](#errors)\n`;
}

function errors(): string {
  const rows = statuses.map(({ status, when }) => `| ${status} | ${when} |`);
  return [
    '## Errors\n',
    'Every error is `{"success": false, "error": "message"}`. Checks run in this order: key, body, access.\n',
    '| status | when |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}
