import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { run } from './cli.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'brandscope-usage-'));
const env = { DATA_DIR: path.join(folder, 'data') };
const header = path.join(folder, 'header.csv');
fs.writeFileSync(header, 'prompt,agent\np,a\n');

after(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('wrong usage ends with 2, one clear line, and touches nothing', { concurrency: 2 }, () => {
  const wrong: [string[], RegExp][] = [
    [['frobnicate'], /unknown command 'frobnicate'/],
    [['account', 'create', '--name', 'A'], /required option '--email/],
    [['key', 'create', '--account', 'one', '--name', 'k'], /must be an id/],
    [['key', 'create', '--account', '1', '--name', 'k', '--expires', '0'], /number of days/],
    [['import', header, '--brand', '1'], /answered_at, answer is missing/],
    [['import', 'answers.txt', '--brand', '1'], /say which one with --format/],
    [['import', '-', '--brand', '1'], /--format jsonl or csv/],
    [
      ['call', 'nothing', '{}', '--key', 'k'],
      /no operation "nothing"[\s\S]*brandReport +POST +\/brand-report/,
    ],
    [['call', 'brandReport', '{oops', '--key', 'k'], /not valid JSON/],
    [['call', 'brandReport', '{}'], /BRANDSCOPE_KEY/],
    [['call', 'brandReport', '{}', '--key', 'k', '--url', 'ftp://x'], /url must be an http/],
  ];
  for (const [args, message] of wrong)
    it(args.slice(0, 3).join(' ').replace(folder, ''), async () => {
      const { code, out, err } = await run(args, env);
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.match(err, message);
      assert.doesNotMatch(err, /^ +at /m);
      assert.ok(!fs.existsSync(env.DATA_DIR));
    });
});

describe('the command line', { concurrency: 2 }, () => {
  it('failures end with 1: no such file, no service, wrong settings', async () => {
    const missing = await run(['import', path.join(folder, 'none.jsonl'), '--brand', '1'], env);
    assert.deepEqual([missing.code, /does not exist/.test(missing.err)], [1, true]);
    const away = await run(['call', 'brands', '{}', '--key', 'k', '--url', 'http://127.0.0.1:9'], env);
    assert.deepEqual([away.code, /Cannot reach/.test(away.err)], [1, true]);
    const settings = await run(['account', 'list'], { ...env, PORT: 'eighty' });
    assert.deepEqual([settings.code, /PORT=eighty/.test(settings.err)], [1, true]);
  });

  it('help is there for every command, on standard output', async () => {
    const { code, out } = await run(['--help']);
    assert.equal(code, 0);
    for (const name of [
      'serve',
      'demo',
      'account',
      'key',
      'import',
      'export',
      'call',
      'read',
      'doctor',
      'migrate',
      'backup',
      'restore',
    ])
      assert.match(out, new RegExp(`^  ${name}\\b`, 'm'));
    assert.match((await run(['import', '--help'])).out, /FILE\.refused\.jsonl/);
  });

  it('`read` reads without a database', async () => {
    const request = {
      brand: { name: 'Acme' },
      competitors: [{ name: 'Globex' }],
      answer: '1. Globex\n2. Acme',
    };
    const { code, out } = await run(['read'], env, `${JSON.stringify(request)}\n`);
    assert.equal(code, 0);
    const { brand, competitors } = JSON.parse(out);
    assert.deepEqual([brand.position, competitors[0].position], [2, 1]);
  });
});
