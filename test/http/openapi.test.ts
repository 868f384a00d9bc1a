import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { Operation } from '../../contract/operation.ts';
import { contract } from '../../contract/table.ts';
import { openapi } from '../../src/http/openapi.ts';

const document = openapi('0.1.0');
// biome-ignore lint/suspicious/noExplicitAny: a document is looked into where its schema is the test
const schemas = document.components.schemas as any;
const entries: [string, Operation][] = Object.entries(contract);

test('the OpenAPI document passes the recommended rules without errors or warnings', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
});

test('the linter does find faults', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify({ ...document, security: undefined, servers: [] });
  assert.ok((await lintFromString({ source, config })).length > 0);
});

test('every operation of the contract is described, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(described.sort(), entries.map(([, { method, path }]) => `${method} ${path}`).sort());
});

for (const [name, operation] of entries) {
  if (operation.streams) continue;
  test(`${name}: the examples of request and response are valid`, () => {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()] as {
      responses: { 200: { content: { 'application/json': { example: unknown } } } };
    };
    operation.input.parse(operation.example);
    const { example } = described.responses[200].content['application/json'];
    assert.deepEqual(operation.output.parse(example), example);
  });
}

test('the optional texts of a recorded answer say how long they may be', () => {
  const { items } = schemas.ImportAnswersRequest.properties.answers;
  const { id, model } = items.properties;
  assert.deepEqual(
    [id, model],
    [
      { type: 'string', maxLength: 500 },
      { type: 'string', maxLength: 200 },
    ],
  );
});

test('an operation that streams is described by the types of its text', () => {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const described = document.paths['/export']?.post as any;
  assert.deepEqual(described.responses[200].content, {
    'application/x-ndjson': { schema: { type: 'string' } },
    'text/csv': { schema: { type: 'string' } },
  });
});
