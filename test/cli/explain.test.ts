import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { dataFolder, run } from './cli.ts';

const ANSWER = 'The best:\n\n1. **Globex** is slow.\n2. **Acme** is excellent.\n3. **Initech** has an app.\n';

describe('read --explain and reread', async () => {
  const { env, remove } = await dataFolder();
  after(remove);

  it('explains a pasted answer to people', async () => {
    const args = ['read', '--explain', '--brand', 'Acme', '--competitor', 'Globex', '--competitor', 'Nobody'];
    const { code, out, err } = await run(args, env, ANSWER);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^Acme \(brand\): \w+, position 2 by list item ".*Acme.*", sentiment \d+$/m);
    assert.match(out, /^ {2}\+\d\.\d \w+: ".*excellent.*"$/m);
    assert.match(out, /^Globex \(competitor\): .*position 1/m);
    assert.match(out, /^ {2}-\d\.\d \w+: ".*slow.*"$/m);
    assert.match(out, /^Nobody \(competitor\): not mentioned$/m);
    assert.match(out, /^Initech \(found\): .*position 3/m);
  });

  it('explains it as data, and requests line by line', async () => {
    const one = await run(['read', '--explain', '--brand', 'Acme', '--json'], env, ANSWER);
    const request = JSON.stringify({ brand: { name: 'Acme' }, answer: ANSWER });
    const line = await run(['read', '--explain'], env, `${request}\n`);
    assert.deepEqual(JSON.parse(one.out), JSON.parse(line.out));
    const { brand } = JSON.parse(line.out);
    assert.equal(brand.position_reason.by, 'list_item');
    const plain = JSON.parse((await run(['read'], env, `${request}\n`)).out);
    assert.deepEqual(Object.keys(plain.brand), ['mentioned', 'position', 'sentiment', 'kind', 'spans']);
  });

  it('says what is wrong', async () => {
    assert.equal((await run(['read', '--competitor', 'X'], env, '')).code, 2);
    assert.equal((await run(['read', '--brand', ' '], env, '')).code, 2);
    const itself = await run(['read', '--brand', 'Acme', '--competitor', 'acme'], env, ANSWER);
    assert.deepEqual(
      [itself.code, /--competitor acme is named before, or the brand itself/.test(itself.err)],
      [2, true],
    );
    const folder = await run(['read', '--brand', 'Acme', env.DATA_DIR ?? ''], env);
    assert.deepEqual([folder.code, /is a folder: name a file in it/.test(folder.err)], [2, true]);
    const away = await run(['account', 'list'], {
      ...env,
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/x',
    });
    assert.deepEqual([away.code, /the server that DATABASE_URL names running/.test(away.err)], [1, true]);
    const none = await run(['restore', 'no.backup'], env);
    assert.deepEqual([none.code, none.err], [2, 'brandscope: no.backup does not exist\n']);
    for (const command of ['restore', 'backup']) {
      const at = await run([command, env.DATA_DIR ?? ''], env);
      assert.deepEqual([at.code, at.err.includes('is a folder: name a file in it')], [2, true], command);
    }
    const nowhere = await run(['backup', 'no/such/x.backup'], env);
    assert.deepEqual([nowhere.code, /the folder no\/such of/.test(nowhere.err)], [2, true]);
    const { code, err } = await run(['reread', '--brand', '7'], env);
    assert.deepEqual([code, err.includes('there is no brand with the id 7')], [1, true]);
  });

  it('has nothing to read again in a new folder', async () => {
    assert.match((await run(['reread'], env)).out, /^Every answer is read/);
  });
});
