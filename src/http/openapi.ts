// The OpenAPI document, made from the contract.
import type { Operation } from '../../contract/operation.ts';
import { contract } from '../../contract/table.ts';
import { errorResponses, parameters, sharedResponses } from './responses.ts';
import { sampleOf } from './sample.ts';
import { type Schemas, schemaOf } from './schema.ts';

const ABOUT = `Reports how brands appear in the answers of AI agents.

Every operation takes a JSON object and answers a JSON object with \`success\`; an error is
\`{"success": false, "error": "what was wrong"}\`.

- An optional field given as \`null\` is the same as one left out. Unknown fields are ignored.
- Days are UTC days, \`YYYY-MM-DD\`; both ends of a range are included, and each may be left out.
- A Global key sees all brands of its account, a Brand-scoped key its brand alone.`;

const TAGS: Record<string, string> = {
  Reports: 'What the answers say: metrics, and the domains they cite',
  Brands: 'What the account tracks',
  Prompts: 'The questions that agents are asked',
  Competitors: 'Chosen by a person (tracked) or found in the answers (untracked)',
  Answers: 'What agents answered, word for word',
  Collecting: 'Asking the agents: when, of whom, for how much, and what came of it',
};
const TAG_OF: Record<string, string> = {
  'prompt-report': 'Reports',
  'brand-report': 'Reports',
  sources: 'Reports',
  source: 'Reports',
  matrix: 'Reports',
  trend: 'Reports',
  compare: 'Reports',
  explain: 'Reports',
  movers: 'Reports',
  plan: 'Collecting',
  collect: 'Collecting',
  runs: 'Collecting',
  export: 'Answers',
  brand: 'Brands',
  brands: 'Brands',
  prompt: 'Prompts',
  tags: 'Prompts',
  competitor: 'Competitors',
  answer: 'Answers',
  answers: 'Answers',
};

/** The OpenAPI 3.1 document of the contract. */
export function openapi(version: string) {
  const schemas: Schemas = {
    Error: {
      type: 'object',
      properties: { success: { type: 'boolean', const: false }, error: { type: 'string' } },
      required: ['success', 'error'],
    },
  };
  const entries: [string, Operation][] = Object.entries(contract);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, operation] of entries) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] ?? {}, {
      [operation.method.toLowerCase()]: describe(name, operation, schemas),
    });
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Brandscope API',
      version,
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1', description: 'This service' }],
    security: [{ key: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer bsk_...`' },
      },
      parameters,
      responses: sharedResponses,
      schemas,
    },
  };
}

export type OpenApi = ReturnType<typeof openapi>;

/** The section of the docs that an operation belongs to. */
export function tagOf(path: string): string {
  return TAG_OF[path.split('/')[1] ?? ''] ?? 'Other';
}

/** Adds the operation's schemas to the shared ones, and describes the rest. */
function describe(name: string, operation: Operation, schemas: Schemas) {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const request = { $ref: `#/components/schemas/${title}Request` };
  schemas[`${title}Request`] = schemaOf(operation.input, 'input', schemas);
  return {
    operationId: name,
    tags: [tagOf(operation.path)],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    ...(operation.idempotencyKey && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: request, example: operation.example } },
    },
    responses: {
      200: { description: 'Done', content: contentOf(`${title}Response`, operation, schemas) },
      ...errorResponses(operation),
    },
  };
}

/** What an operation answers: a JSON object of a shared schema, or text. */
function contentOf(name: string, { streams, output }: Operation, schemas: Schemas) {
  if (streams) return Object.fromEntries(streams.map((type) => [type, { schema: { type: 'string' } }]));
  const schema = schemaOf(output, 'output', schemas);
  schemas[name] = schema;
  const response = { $ref: `#/components/schemas/${name}` };
  return { 'application/json': { schema: response, example: sampleOf(schema, schemas) } };
}
