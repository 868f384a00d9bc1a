import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { dataFolder, run, start } from './cli.ts';

describe('serve', async () => {
  const { env, remove } = await dataFolder();
  after(remove);

  it('says where it is and what to do first; refuses a second one and a taken port; stops at a signal', async () => {
    const service = start(['serve'], env);
    const text = await service.seen('key create');
    const [, url = ''] = /Brandscope +(http\S+)/.exec(text) ?? [];
    assert.ok(text.includes(`docs        ${url}/docs`));
    assert.ok(text.includes(`data        ${env.DATA_DIR}`));
    assert.match(text, /There is no account yet/);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);

    const second = await run(['serve'], env);
    assert.equal(second.code, 1);
    assert.ok(second.err.includes(`in use by process ${service.child.pid} on `), second.err);
    const other = await dataFolder();
    const taken = await run(['serve'], { ...other.env, PORT: new URL(url).port });
    other.remove();
    assert.equal(taken.code, 1);
    assert.match(taken.err, /port \d+ on 127\.0\.0\.1 is in use: .* PORT/);

    service.child.kill('SIGTERM');
    const { code, err } = await service.ended;
    assert.deepEqual([code, /Stopping/.test(err)], [0, true]);
  });

  it('--json prints the address as one line', async () => {
    const service = start(['serve', '--json'], { ...env, LOG_LEVEL: 'silent' });
    await service.seen('\n');
    service.child.kill('SIGINT');
    const { out } = await service.ended;
    assert.deepEqual(Object.keys(JSON.parse(out)), ['url', 'docs', 'data']);
  });
});
