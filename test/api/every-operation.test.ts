// Loops over the contract: what holds for every operation, specified or not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '../../contract/operation.ts';
import { contract, type OperationName, operationNames } from '../../contract/table.ts';
import { startApi } from '../kit/api.ts';

const api = await startApi();
const UNAUTHORIZED = { success: false, error: 'Missing or invalid API key' };

/** A brand of an account with a prompt, an answer and a competitor, and what the examples' ids stand for. */
async function world(account?: Awaited<ReturnType<typeof api.account>>) {
  const brand = await api.brand({ account, competitors: ['Globex'] });
  await api.answers(brand, [{ names: ['Zorvexa', 'Globex', 'Initech'] }]);
  const { answers } = await api.done('answers', { brand_id: brand.id }, brand.key);
  const [{ id: answer_id, prompt_id }] = answers;
  return { brand, ids: { brand_id: brand.id, prompt_id, answer_id, prompt_ids: [prompt_id] } };
}
type Ids = Awaited<ReturnType<typeof world>>['ids'];

/** The example of an operation with the ids of a world. */
function bodyOf(name: OperationName, ids: Ids): Record<string, unknown> {
  const { example } = contract[name] as Operation;
  const own = Object.entries(ids).filter(([field]) => field in example);
  return { ...example, ...Object.fromEntries(own) };
}
const operation = (name: OperationName) => contract[name] as Operation;
const first = await world();
const sibling = await world(first.brand.account);
const foreign = await world();
const scoped = await api.brandKey(first.brand);
const addressesBrand = operationNames.filter((name) =>
  Object.keys(first.ids).some((field) => field in operation(name).example),
);
const CHANGES = ['untrackCompetitor', 'deletePrompt', 'deleteBrand', 'createBrand'];

test('no key, garbage, deleted and expired keys: the same 401, whatever the body', async () => {
  const { account } = first.brand;
  const keys = [
    undefined,
    'garbage',
    `bsk_g_${'x'.repeat(38)}`,
    await api.deletedKey(account),
    await api.expiredKey(account),
  ];
  for (const name of operationNames)
    for (const key of keys)
      for (const body of [bodyOf(name, first.ids), 'not json', '']) {
        const reply = await api.send(name, { body, ...(key && { key }) });
        assert.deepEqual([reply.status, reply.json], [401, UNAUTHORIZED], `${name} ${key}`);
        assert.equal(reply.headers.get('www-authenticate'), 'Bearer');
      }
});

test('the key of another account: 404 with the message of the operation, and no change', async () => {
  const before = await snapshot();
  for (const name of addressesBrand) {
    const { status, json } = await api.call(name, bodyOf(name, first.ids), foreign.brand.key);
    const documented = operation(name).errors.filter((error) => error.status === 404);
    assert.equal(status, 404, name);
    assert.deepEqual(Object.keys(json), ['success', 'error']);
    assert.ok(
      documented.some(({ message }) => message === json.error),
      `${name}: ${json.error}`,
    );
  }
  assert.deepEqual(await snapshot(), before);
});

test('a Brand-scoped key outside its brand: 403 Access denied, and no change', async () => {
  const before = await snapshot();
  for (const name of operationNames.filter(
    (name) => addressesBrand.includes(name) || operation(name).scope === 'account',
  )) {
    const { status, json } = await api.call(name, bodyOf(name, sibling.ids), scoped);
    assert.deepEqual([status, json], [403, { success: false, error: 'Access denied' }], name);
  }
  assert.deepEqual(await snapshot(), before);
});

test('a Brand-scoped key inside its brand is served by every operation of a brand', async () => {
  for (const name of operationNames) {
    if (operation(name).scope === 'account') continue;
    const own = CHANGES.includes(name) ? await world(first.brand.account) : first;
    const key = CHANGES.includes(name) ? await api.brandKey(own.brand) : scoped;
    const { status, text } = await api.call(name, bodyOf(name, own.ids), key);
    assert.equal(status, 200, `${name}: ${text}`);
  }
});

/** Everything that the two accounts can see of themselves. */
async function snapshot() {
  const lists = ['promptReport', 'brands'] as const;
  return Promise.all(lists.map(async (name) => (await api.call(name, {}, first.brand.key)).text));
}

const ANYTHING: unknown[] = [
  '',
  ' ',
  'x',
  '1',
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  true,
  false,
  [],
  [null],
  [[]],
  [1],
  [{}],
  {},
  { id: 1 },
  { from: 1 },
  { from: 'today' },
  '\0',
  '\ud800',
  'x'.repeat(10_000),
];

test('every field with every kind of wrong value: 400 that names the field, never 500', async () => {
  for (const name of operationNames) {
    const { input } = operation(name);
    const fields = Object.keys((input as unknown as { shape: Record<string, unknown> }).shape);
    for (const field of fields) {
      const base = bodyOf(name, first.ids);
      const wrong = ANYTHING.filter((value) => !input.safeParse({ ...base, [field]: value }).success);
      assert.ok(wrong.length >= 12, `${name}.${field} refuses only ${wrong.length} values`);
      for (const value of wrong) {
        const { status, json } = await api.call(name, { ...base, [field]: value }, first.brand.key);
        assert.equal(status, 400, `${name}.${field} = ${JSON.stringify(value).slice(0, 50)}`);
        assert.deepEqual(Object.keys(json), ['success', 'error']);
        const words = field === 'name' ? /name/i : new RegExp(field.replace(/s$/, ''));
        assert.match(json.error, words, `${name}.${field}`);
      }
    }
  }
});

test('malformed bodies: 400 with one of two messages', async () => {
  const key = first.brand.key;
  const messages = {
    notJson: 'Request body is not valid JSON',
    notObject: 'Request body must be a JSON object',
  };
  const broken = ['{', '{"brand_id":', 'undefined', '{"a":1,}', '\ufeff{}x', "{'a':1}", '{"a":1}}'];
  const others = ['null', '[]', '[{}]', '5', '"{}"', 'true', ''];
  for (const name of operationNames) {
    for (const body of broken) {
      const { status, json } = await api.send(name, { body, key });
      assert.deepEqual([status, json], [400, { success: false, error: messages.notJson }], `${name} ${body}`);
    }
    for (const body of others) {
      const { status, json } = await api.send(name, { body, key });
      assert.deepEqual(
        [status, json],
        [400, { success: false, error: messages.notObject }],
        `${name} ${body}`,
      );
    }
  }
});

test('every documented error can be met, word for word', async () => {
  for (const name of operationNames) {
    const own = CHANGES.includes(name) ? await world() : first;
    const met = new Set<string>();
    for (const body of provocations(name, own.ids)) {
      const { status, text } = await api.call(name, body, own.brand.key);
      met.add(`${status} ${text}`);
    }
    for (const { status, message } of operation(name).errors) {
      const documented = `${status} ${JSON.stringify({ success: false, error: message })}`;
      assert.ok(met.has(documented), `${name}: ${documented}, met ${[...met]}`);
    }
  }
});

/** Bodies that ought to meet every error of an operation: nothing at all, unknown ids, an unknown name. */
function provocations(name: OperationName, ids: Ids): object[] {
  const body = bodyOf(name, ids);
  const unknown = Object.entries(ids).map(([field, id]) => ({
    ...body,
    [field]: Array.isArray(id) ? [888_888] : 888_888,
  }));
  const names = ['name', 'competitor', 'domain'].map((field) => ({ ...body, [field]: 'Nobody at all' }));
  const without = Object.keys(body).map((field) => ({ ...body, [field]: undefined }));
  return [{}, ...unknown, ...names, ...without];
}

test('every response is valid under the declared output', async () => {
  const own = await world();
  for (const name of operationNames) {
    if (CHANGES.includes(name) && name !== 'createBrand') continue;
    const { json } = await api.call(name, bodyOf(name, own.ids), own.brand.key);
    assert.deepEqual(operation(name).output.parse(json), json, name);
  }
});
