import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, describe, it } from 'node:test';
import { dataFolder, recorded, run, start } from './cli.ts';

const { env, file, remove } = await dataFolder();
after(remove);

describe('export', () => {
  const given = Array.from({ length: 30 }, (_, at) => recorded(at));
  let key = '';

  it('writes what was imported, to be imported again', async () => {
    const account = JSON.parse(
      (await run(['account', 'create', '--name', 'A', '--email', 'a@example.com', '--json'], env)).out,
    );
    const { out } = await run(['key', 'create', '--account', String(account.account_id), '--name', 'k'], env);
    key = out.trim();
    const service = start(['serve'], env);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await service.seen(/http:\/\/127\.0\.0\.1:\d+/))![0];
    const call = (name: string, body: object) =>
      run(['call', name, JSON.stringify(body), '--url', url, '--key', key, '--json'], env);
    const { brand } = JSON.parse((await call('createBrand', { name: 'Acme' })).out);
    fs.writeFileSync(file('given.jsonl'), given.map((one) => `${JSON.stringify(one)}\n`).join(''));
    // Beside the running service, through its database.
    const imported = await run(['import', file('given.jsonl'), '--brand', String(brand.id), '--json'], env);
    assert.equal(JSON.parse(imported.out).new, 30, imported.err);
    const exported = await run(['export', '--brand', String(brand.id), '--what', 'answers'], env);
    assert.equal(exported.code, 0, exported.err);
    fs.writeFileSync(file('exported.jsonl'), exported.out);
    assert.equal(exported.out.split('\n').length, 31);
    const again = await run(['import', file('exported.jsonl'), '--brand', String(brand.id), '--json'], env);
    assert.deepEqual(JSON.parse(again.out), { new: 0, known: 30, refused: 0 });
    const streamed = await call('export', { brand_id: brand.id, what: 'answers' });
    assert.equal(streamed.out, exported.out);
    const csv = await run(
      ['export', '--brand', String(brand.id), '--what', 'facts', '--format', 'csv', '--agent', 'Claude'],
      env,
    );
    assert.match(csv.out, /^day,prompt_id,prompt,ai_agent,name,entity,answers,/);
    assert.doesNotMatch(csv.out, /chatgpt/);
    service.child.kill('SIGTERM');
    await service.ended;
  });

  it('says what is wrong', async () => {
    const wrong = (...args: string[]) => run(['export', '--brand', '1', ...args], env);
    const days = await wrong('--what', 'answers', '--from', '2026-02-30');
    assert.deepEqual([days.code, days.err], [2, 'brandscope: --from must be a calendar day as YYYY-MM-DD\n']);
    const kind = await wrong('--what', 'keys');
    assert.deepEqual([kind.code, /Allowed choices are answers, mentions/.test(kind.err)], [2, true]);
    const prompts = await wrong('--what', 'prompts', '--agent', 'claude');
    assert.deepEqual([prompts.code, /does not apply to prompts/.test(prompts.err)], [2, true]);
    const gone = await run(['export', '--brand', '77', '--what', 'answers'], env);
    assert.deepEqual([gone.code, gone.err], [1, 'brandscope: Brand 77 not found\n']);
  });
});
