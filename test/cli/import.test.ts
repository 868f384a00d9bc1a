import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { dataFolder, type Env, recorded, run, start } from './cli.ts';

/** A folder with an account, a brand and a running service to ask. */
async function served() {
  const folder = await dataFolder();
  await run(['account', 'create', '--name', 'A', '--email', 'a@a.example'], folder.env);
  const service = start(['serve'], folder.env);
  const [, url = ''] = /Brandscope +(http\S+)/.exec(await service.seen(/data +\S+\n/)) ?? [];
  const key = (await run(['key', 'create', '--account', '1', '--name', 'k'], folder.env)).out.trim();
  const env: Env = { ...folder.env, PUBLIC_URL: url, BRANDSCOPE_KEY: key };
  const call = async (operation: string, input: object) =>
    JSON.parse((await run(['call', operation, JSON.stringify(input), '--json'], env)).out);
  const stop = async () => {
    service.child.kill('SIGTERM');
    const { code, err } = await service.ended;
    folder.remove();
    return { code, err };
  };
  return { ...folder, env, call, stop };
}

const lines = (values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const refusedIn = (file: string) =>
  fs
    .readFileSync(`${file}.refused.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const { env, file, call, stop } = await served();
after(stop);
const answers = file('answers.jsonl');

describe('import beside a running service', () => {
  it('counts new, then known; dry runs store nothing; no refused file is left', async () => {
    assert.equal((await call('/brand', { name: 'Acme', domain: 'acme.example' })).brand.id, 1);
    fs.writeFileSync(answers, lines(Array.from({ length: 450 }, (_, at) => recorded(at))));
    fs.writeFileSync(`${answers}.refused.jsonl`, 'from an earlier run\n');
    const importing = ['import', answers, '--brand', '1', '--json'];
    const dry = await run([...importing, '--dry-run'], env);
    assert.deepEqual(JSON.parse(dry.out), { new: 450, known: 0, refused: 0 });
    assert.equal((await call('brandReport', { brand_id: 1 })).total_responses, 0);
    assert.deepEqual(JSON.parse((await run(importing, env)).out), { new: 450, known: 0, refused: 0 });
    assert.deepEqual(JSON.parse((await run(importing, env)).out), { new: 0, known: 450, refused: 0 });
    assert.ok(!fs.existsSync(`${answers}.refused.jsonl`));
    const { total_responses, visibility, position } = await call('brandReport', { brand_id: 1 });
    assert.deepEqual([total_responses, visibility, position], [450, 100, 1]);
  });

  it('reads all answers of a brand again beside the service, and the report stays as it was', async () => {
    const before = await call('brandReport', { brand_id: 1 });
    const { code, out } = await run(['reread', '--brand', '1', '--json'], env);
    // The service may have read some of them itself.
    assert.ok(code === 0 && JSON.parse(out).read <= 450, out);
    assert.deepEqual((await call('brands', {})).brands[0].reading, { done: 450, total: 450 });
    assert.deepEqual(await call('brandReport', { brand_id: 1 }), before);
  });

  it('refuses each bad line with its number and reason, and stores the rest', async () => {
    const nasty = file('nasty.jsonl');
    const bad = badLines();
    const parts = bad.flatMap(([line], at) => [line, Buffer.from(lines([recorded(1000 + at)]))]);
    fs.writeFileSync(nasty, Buffer.concat(parts));
    const { code, out, err } = await run(['import', nasty, '--brand', '1', '--json'], env);
    assert.deepEqual(JSON.parse(out), { new: bad.length, known: 0, refused: bad.length });
    assert.equal(code, 0);
    assert.ok(err.includes(`${bad.length} lines were refused: ${nasty}.refused.jsonl`));
    const refused = refusedIn(nasty);
    assert.deepEqual(
      refused.map(({ line }) => line),
      bad.map((_, at) => 2 * at + 1),
    );
    for (const [at, [, reason]] of bad.entries()) assert.match(refused[at].reason, reason);
    assert.ok(Buffer.from(refused[0].base64, 'base64').includes(0xff));
    assert.equal(refused[1].text, '{"prompt": "cut off');
  });
});

describe('import', () => {
  it('reads CSV, gzip and standard input', async () => {
    const csv =
      'id,prompt,agent,answered_at,answer,citations\r\nc-1,best crm,ChatGPT,2026-09-01T10:00:00Z,"Acme, ""the"" one",https://x.example\r\n';
    const table = file('answers.csv');
    fs.writeFileSync(table, `${csv}c-2,best crm,claude,yesterday,Acme,\n`);
    const imported = await run(['import', table, '--brand', '1', '--json'], env);
    assert.deepEqual(JSON.parse(imported.out), { new: 1, known: 0, refused: 1 });
    assert.deepEqual([refusedIn(table)[0].line, /answered_at/.test(refusedIn(table)[0].reason)], [3, true]);
    fs.writeFileSync(file('more.csv.gz'), gzipSync(csv.replace('c-1', 'c-3')));
    assert.equal(
      JSON.parse((await run(['import', file('more.csv.gz'), '--brand', '1', '--json'], env)).out).new,
      1,
    );
    const piped = await run(
      ['import', '-', '--format', 'jsonl', '--brand', '1', '--json'],
      env,
      lines([recorded(5000)]),
    );
    assert.deepEqual(JSON.parse(piped.out), { new: 1, known: 0, refused: 0 });
  });
});

describe('an import that ends early', () => {
  it('fails when nothing could be imported, or there is no such brand', async () => {
    const useless = file('useless.jsonl');
    fs.writeFileSync(useless, 'nonsense\n');
    const nothing = await run(['import', useless, '--brand', '1'], env);
    assert.deepEqual([nothing.code, nothing.out], [1, '0 new, 0 known, 1 refused\n']);
    const brand = await run(['import', answers, '--brand', '99'], env);
    assert.deepEqual([brand.code, brand.out, brand.err], [1, '', 'brandscope: Brand 99 not found\n']);
  });

  it('stops at Ctrl-C after the batch under way, and goes on where it stopped', async () => {
    const long = file('long.jsonl');
    const count = 3000;
    fs.writeFileSync(
      long,
      lines(Array.from({ length: count }, (_, at) => recorded(at, { id: `long-${at}` }))),
    );
    const before = (await call('brandReport', { brand_id: 1 })).total_responses;
    const stopped = start(['import', long, '--brand', '1', '--json'], env);
    while ((await call('brandReport', { brand_id: 1 })).total_responses === before);
    stopped.child.kill('SIGINT');
    const first = await stopped.ended;
    assert.equal(first.code, 1);
    assert.match(first.err, /Stopped after line [\d,]+\. To go on, run the same command again/);
    const stored = JSON.parse(first.out).new;
    assert.ok(stored > 0 && stored < count, `stored ${stored}`);
    assert.equal((await call('brandReport', { brand_id: 1 })).total_responses, before + stored);
    const second = await run(['import', long, '--brand', '1', '--json'], env);
    assert.deepEqual(JSON.parse(second.out), { new: count - stored, known: stored, refused: 0 });
  });

  it('leaves facts that equal a recomputation', async () => {
    const { code, out } = await run(['doctor', '--json'], env);
    assert.deepEqual([code, JSON.parse(out).ok], [0, true]);
  });
});

/** Lines that must be refused, each with the reason that it gets. */
function badLines(): [Buffer, RegExp][] {
  const value = (over: Record<string, unknown>) =>
    lines([recorded(0, { id: `bad-${Math.random()}`, ...over })]);
  const many = Array.from({ length: 10_000 }, (_, at) => ({ url: `https://x.example/${at}` }));
  const bad: [string | Buffer, RegExp][] = [
    [
      Buffer.concat([Buffer.from('{"prompt":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]),
      /^not valid UTF-8$/,
    ],
    ['{"prompt": "cut off\n', /^not valid JSON/],
    ['[1, 2]\n', /must be a JSON object/],
    [value({ answer: 'a\0b' }), /NUL/],
    [value({ answer: 'a\ud800b' }), /lone surrogates/],
    [value({ citations: [{ url: 'https://x.example', title: 'a\0b' }] }), /NUL|could not be stored/],
    [value({ searches: ['a\0b'] }), /NUL|could not be stored/],
    [value({ answered_at: '1999-01-01T00:00:00Z' }), /before 2015/],
    [value({ answered_at: '2099-01-01T00:00:00Z' }), /more than a day ahead/],
    [value({ answered_at: '2026-02-31T00:00:00Z' }), /must be a day such as 2026-11-18 or a date-time/],
    [value({ answer: 'x'.repeat(2_000_000) }), /2,000,000 bytes long/],
    [value({ citations: many }), /at most 1,000 entries/],
    [value({ answer: undefined }), /answer is required/],
    [value({ id: 'a-1' }), /stands for another answer/],
    [`"${'x'.repeat(9 * 1024 * 1024)}"\n`, /longer than 8,388,608 bytes/],
  ];
  return bad.map(([line, reason]) => [Buffer.from(line as string), reason]);
}
