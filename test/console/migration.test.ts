// Members of before there were people: each becomes a person who signs in with the password they had.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashPassword } from '../../src/operations/accounts.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { emptyDatabase } from '../kit/database.ts';
import { Browser, PASSWORD, siteOn } from './site.ts';

it('moves members to people', async (t) => {
  const place = await emptyDatabase();
  const database = await openDatabase(place);
  t.after(async () => {
    await database.close();
    await place.drop();
  });
  await migrate(database, 2);
  const hash = await hashPassword(PASSWORD);
  await database.pool.query(`insert into accounts (name) values ('A'), ('B'), ('C')`);
  const members = [
    [1, 'Kim@agency.example', 'owner', 'older:hash'],
    [2, 'kim@agency.example', 'editor', hash],
    [1, 'lee@agency.example', 'viewer', hash],
    [3, 'KIM@agency.example', 'viewer', 'other:hash'],
    [3, 'kim@agency.example', 'owner', hash],
  ];
  for (const member of members)
    await database.pool.query(
      'insert into members (account_id, email, role, password_hash) values ($1, $2, $3, $4)',
      member,
    );
  await migrate(database);

  const { inject } = siteOn(database);
  const seen: unknown[] = [];
  for (const email of ['kim@agency.example', 'lee@agency.example']) {
    const browser = new Browser(inject);
    await browser.ok('/auth/sign-in/email', { email, password: PASSWORD });
    const { user, accounts } = await browser.ok('/me');
    seen.push([user.name, user.email, accounts]);
  }
  assert.deepEqual(seen, [
    [
      'kim',
      'kim@agency.example',
      [
        { id: 1, name: 'A', role: 'owner' },
        { id: 2, name: 'B', role: 'editor' },
        { id: 3, name: 'C', role: 'owner' },
      ],
    ],
    ['lee', 'lee@agency.example', [{ id: 1, name: 'A', role: 'viewer' }]],
  ]);
  const { rows } = await database.pool.query(
    `select column_name from information_schema.columns where table_name = 'members' order by 1`,
  );
  assert.deepEqual(
    rows.map(({ column_name }) => column_name),
    ['account_id', 'created_at', 'id', 'role', 'user_id'],
  );
});
