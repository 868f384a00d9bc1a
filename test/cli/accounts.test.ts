import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { dataFolder, run } from './cli.ts';

describe('accounts and keys', async () => {
  const { env, remove } = await dataFolder();
  after(remove);

  it('account create prints id, e-mail and a generated password', async () => {
    const { code, out, err } = await run(
      ['account', 'create', '--name', 'Acme', '--email', 'Me@Acme.example', '--json'],
      env,
    );
    assert.deepEqual([code, err], [0, '']);
    const created = JSON.parse(out);
    assert.deepEqual(Object.keys(created), ['account_id', 'email', 'password']);
    assert.deepEqual([created.account_id, created.email], [1, 'me@acme.example']);
    assert.ok(created.password.length >= 12);
  });

  it('account create takes a password from standard input and does not print it', async () => {
    const args = ['account', 'create', '--name', 'Two', '--email', 'two@acme.example', '--password-stdin'];
    const { code, out } = await run(args, env, 'a secret of mine\n');
    assert.equal(code, 0);
    assert.match(out, /^account +2$/m);
    assert.doesNotMatch(out, /secret/);
    assert.equal((await run(args, env, '\n')).code, 2);
    assert.equal((await run(args, env, 'short\n')).code, 2);
  });

  it('key create prints the key alone; list and delete know it by id', async () => {
    const plain = await run(['key', 'create', '--account', '1', '--name', 'laptop', '--expires', '30'], env);
    assert.match(plain.out, /^bsk_g_[0-9A-Za-z]{38}\n$/);
    const created = JSON.parse(
      (await run(['key', 'create', '--account', '1', '--name', 'two', '--json'], env)).out,
    );
    assert.deepEqual(Object.keys(created), ['id', 'key']);
    const { keys } = JSON.parse((await run(['key', 'list', '--account', '1', '--json'], env)).out);
    assert.deepEqual(
      keys.map(({ id, name }: { id: number; name: string }) => [id, name]),
      [
        [1, 'laptop'],
        [2, 'two'],
      ],
    );
    assert.ok(!JSON.stringify(keys).includes(created.key));
    assert.equal((await run(['key', 'delete', '2'], env)).code, 0);
    const again = await run(['key', 'delete', '2', '--yes'], env);
    assert.deepEqual([again.code, again.err], [1, 'brandscope: Key 2 not found\n']);
  });

  it('key create and key list fail for an account or a brand that is not there', async () => {
    const account = await run(['key', 'create', '--account', '77', '--name', 'k'], env);
    assert.deepEqual([account.code, account.out, account.err], [1, '', 'brandscope: Account 77 not found\n']);
    assert.deepEqual(await run(['key', 'list', '--account', '77'], env), account);
    const brand = await run(['key', 'create', '--account', '1', '--brand', '5', '--name', 'k'], env);
    assert.deepEqual([brand.code, brand.err], [1, 'brandscope: Brand 5 not found in account 1\n']);
  });
});
