// src/storage/tables.ts says what the migrations made: names, kinds, nulls and defaults of every column.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { openTestDatabase } from '../kit/database.ts';

const database = await openTestDatabase();
after(() => database.close());

type Column = { type: string; nullable: boolean; generated: boolean };
type Schema = Record<string, Record<string, Column>>;

/** What PostgreSQL's types are in rows. */
const ROW_TYPES: Record<string, string> = {
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  text: 'string',
  character: 'string',
  date: 'string',
  'timestamp with time zone': 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  _text: 'string[]',
  _int4: 'number[]',
  _mention: 'Mention[]',
  json: 'json',
  jsonb: 'json',
};

async function inDatabase(): Promise<Schema> {
  const { rows } = await database.pool.query(`select c.table_name, c.column_name, c.data_type, c.udt_name,
      c.is_nullable = 'YES' as nullable, (c.column_default is not null or c.is_identity = 'YES') as generated
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'`);
  const schema: Schema = {};
  for (const { table_name, column_name, data_type, udt_name, nullable, generated } of rows) {
    const type = ROW_TYPES[data_type === 'ARRAY' ? udt_name : data_type] ?? `unknown ${data_type}`;
    schema[table_name] = { ...schema[table_name], [column_name]: { type, nullable, generated } };
  }
  return schema;
}

/** The type `Tables` as written: named parts put in their place, then one object type per table. */
function inCode(): Schema {
  const text = fs.readFileSync(path.join(import.meta.dirname, '../../src/storage/tables.ts'), 'utf8');
  const parts = new Map(
    [...text.matchAll(/^type (\w+) = \{([^}]*)\};/gm)].map(([, name, body]) => [name, body]),
  );
  const tables = text.slice(text.indexOf('export type Tables')).split('\n').slice(1, -2).join('\n');
  const schema: Schema = {};
  for (const [, table, written] of tables.matchAll(/^ {2}(\w+): ((?:[^;{]|\{(?:[^{}]|\{[^}]*\})*\})*);/gm)) {
    const whole = written!.replace(/\b[A-Z]\w+\b(?=\s*(?:&|$))/g, (name) => parts.get(name) ?? name);
    const fields = [...whole.matchAll(/(\w+): ((?:[^;{}<]|<(?:[^<>])*>|\{[^}]*\})+?)\s*(?=;|\}|$)/gm)];
    schema[table!] = Object.fromEntries(fields.map(([, name, type]) => [name, columnOf(type!)]));
  }
  return schema;
}

function columnOf(written: string): Column {
  const inner = /^Generated<(.*)>$/.exec(written)?.[1];
  const bare = (inner ?? written).replace(/ \| null$/, '');
  return {
    type: kindOf(bare),
    nullable: written.endsWith('| null'),
    generated: inner !== undefined || written === 'CreatedAt',
  };
}

function kindOf(type: string): string {
  if (type === 'CreatedAt' || type.startsWith("'")) return 'string';
  return /^(unknown$|Searches$|\{)/.test(type) ? 'json' : type;
}

test('tables.ts and the migrations declare the same tables', async () => {
  const [code, real] = [inCode(), await inDatabase()];
  assert.deepEqual(Object.keys(code).sort(), Object.keys(real).sort());
  assert.ok(Object.keys(real).length > 10);
});

test('each table has the same columns, of the same kinds', async () => {
  const [code, real] = [inCode(), await inDatabase()];
  for (const table of Object.keys(real)) assert.deepEqual(code[table], real[table], table);
});

// Tables of no account: people may be members of several.
const PEOPLE = ['users', 'sessions', 'credentials', 'verifications', 'two_factors'];
const SHARED = ['accounts', 'agents', 'migrations', ...PEOPLE];

test('every tenant table has account_id first in its primary key', async () => {
  const { rows } = await database.pool.query(`select c.relname as name, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indisprimary and n.nspname = 'public'`);
  const own = rows.filter(({ name }) => !SHARED.includes(name));
  assert.ok(own.length > 10);
  for (const { name, first } of own) assert.equal(first, 'account_id', name);
});

test('every foreign key between tenant tables carries account_id', async () => {
  const { rows } =
    await database.pool.query(`select conname, pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`);
  const between = rows.filter(({ text }) => !/REFERENCES (agents|accounts|users)\(/.test(text));
  assert.ok(between.length > 5);
  for (const { conname, text } of between)
    assert.match(
      text,
      /^FOREIGN KEY \(account_id, (?:brand_id, )?\w+\) REFERENCES \w+\(account_id, (?:brand_id, )?id\) ON DELETE CASCADE/,
      conname,
    );
});
