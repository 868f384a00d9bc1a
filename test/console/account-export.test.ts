// Taking everything of an account along.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exportAccount } from '../../src/operations/account-export.ts';
import { type Json, startSite } from './site.ts';

const site = await startSite();
const agency = await site.owner('Agency');
const other = await site.owner('Others');

async function linesOf(owner: typeof agency): Promise<Json[]> {
  const response = await owner.browser.client.exportAccount({});
  assert.match(response.headers.get('content-type') ?? '', /^application\/x-ndjson/);
  const text = await response.text();
  assert.ok(text.endsWith('\n'));
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function fill({ browser: { client } }: typeof agency, name: string) {
  const { brand } = await client.createBrand({ name, domain: 'zorvexa.com' });
  await client.trackCompetitor({ brand_id: brand.id, name: 'Quenlith', aliases: ['Quen'] });
  await client.createPrompts({ brand_id: brand.id, prompts: [{ prompt: 'which one?', tags: ['top'] }] });
  const answers = Array.from({ length: 3 }, (_, at) => ({
    ...{ id: `a${at}`, prompt: 'which one?', agent: 'chatgpt', answered_at: `2026-10-0${at + 1}T12:00:00Z` },
    ...{ answer: `1. **${name}** is best, ${at}`, citations: [{ url: 'https://example.com/x' }] },
  }));
  await client.importAnswers({ brand_id: brand.id, answers });
  return brand.id;
}

it('everything of the account and nothing of another one, with an end', async () => {
  const brandId = await fill(agency, 'Zorvexa');
  await fill(other, 'Fyxoria');
  const lines = await linesOf(agency);
  const ofType = (type: string) => lines.filter((line) => line.record === type);
  assert.equal(ofType('account')[0].name, 'Agency');
  assert.equal(ofType('member').length, 1);
  assert.deepEqual(
    ofType('brand').map(({ id, name, domain }) => [id, name, domain]),
    [[brandId, 'Zorvexa', 'zorvexa.com']],
  );
  assert.deepEqual(
    ofType('competitor').map(({ brand_id, name, tracked, aliases }) => [brand_id, name, tracked, aliases]),
    [[brandId, 'Quenlith', true, ['Quen']]],
  );
  assert.equal(ofType('plan')[0].brand_id, brandId);
  assert.deepEqual(
    ofType('prompt').map(({ prompt, tags }) => [prompt, tags]),
    [['which one?', ['top']]],
  );
  assert.deepEqual(
    ofType('answer').map(({ id, answer }) => [id, answer]),
    [0, 1, 2].map((at) => [`a${at}`, `1. **Zorvexa** is best, ${at}`]),
  );
  assert.deepEqual(lines.at(-1), { record: 'end' });
  assert.doesNotMatch(JSON.stringify(lines), /Fyxoria|password|secret/);
});

it('its answers can be imported again', async () => {
  const answers = (await linesOf(agency)).filter(({ record }) => record === 'answer');
  const { brand } = await agency.browser.client.createBrand({ name: 'Zorvexa again' });
  const { new: added, refused } = await agency.browser.client.importAnswers({
    brand_id: brand.id,
    answers,
  });
  assert.deepEqual([added, refused], [3, []]);
});

it('a brand that is deleted meanwhile is left out, and the rest is there', async () => {
  const owner = await site.owner('Busy');
  const ids = [await fill(owner, 'Zorvexa'), await fill(owner, 'Fyxoria'), await fill(owner, 'Jaxomira')];
  const caller = { accountId: owner.account_id, brandId: null, keyId: null };
  const { portions } = await exportAccount(site.context, caller, {});
  const lines: Json[] = [];
  for await (const portion of portions) {
    if (lines.length === 0) await owner.browser.client.deleteBrand({ brand_id: ids[1]! });
    lines.push(
      ...portion
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    if (lines.some(({ record }) => record === 'brand'))
      await site.context.db.deleteFrom('brands').where('id', '=', ids[1]!).execute();
  }
  assert.deepEqual(
    lines.filter(({ record }) => record === 'brand').map(({ id }) => id),
    [ids[0], ids[2]],
  );
  assert.deepEqual(lines.at(-1), { record: 'end' });
});

it('an account without brands has an end too', async () => {
  const lines = await linesOf(await site.owner('Empty'));
  assert.deepEqual(
    lines.map(({ record }) => record),
    ['account', 'member', 'key', 'end'],
  );
});
