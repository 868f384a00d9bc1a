import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { after, describe, it } from 'node:test';
import { dataFolder, run, type Started, start } from './cli.ts';

const stopAt = async (demo: Started, signal: NodeJS.Signals) => {
  demo.child.kill(signal);
  return demo.ended;
};

describe('demo', async () => {
  const { env, file, remove } = await dataFolder();
  after(remove);

  it('refuses a folder with a database that is no demo', async () => {
    const { code, err } = await run(['demo'], env);
    assert.deepEqual([code, /is no demo/.test(err)], [1, true]);
  });

  it('serves at once, its curl lines work while it fills, and it goes on after a stop', async () => {
    fs.writeFileSync(file('demo.json'), '{}');
    const demo = start(['demo'], env);
    const text = await demo.seen(/"limit":10/);
    assert.match(text, /sign-in +demo@brandscope\.example +password \S+/);
    const [, key = ''] = /key +(bsk_g_\w+)/.exec(text) ?? [];
    const lines = text.split('\n').filter((line) => line.startsWith('curl '));
    assert.equal(lines.length, 3);
    const ask = (line = '') => JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }));
    while (ask(lines[0]).total_responses === 0);
    const report = ask(lines[0]);
    assert.ok(report.visibility > 0 && report.position > 0);
    assert.ok(ask(lines[1]).competitors.length >= 4);
    assert.ok(ask(lines[2]).success);
    const stopped = await stopAt(demo, 'SIGINT');
    assert.deepEqual([stopped.code, /the next start goes on/.test(stopped.err)], [0, true]);

    const again = start(['demo', '--json'], env);
    await again.seen('"brands"');
    const shown = JSON.parse((await stopAt(again, 'SIGTERM')).out);
    assert.equal(shown.key, key);
    assert.equal(shown.brands.length, 2);
  });
});
