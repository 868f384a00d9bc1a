// The schema as PostgreSQL itself describes it, in a fixed order: schema.sql is made from this, and CI
// fails when a migration changed the schema without it.
import type pg from 'pg';

const TABLES = `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'r' order by c.relname`;

const COLUMNS = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    case a.attidentity when 'a' then 'generated always as identity' else coalesce('default ' || pg_get_expr(d.adbin, d.adrelid), '') end as extra
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = ('public.' || quote_ident($1))::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`;

// NOT NULL is told with the columns; PostgreSQL 18 lists it among the constraints, older ones do not.
const CONSTRAINTS = `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where conrelid = ('public.' || quote_ident($1))::regclass and contype <> 'n' order by contype desc, conname`;

const INDEXES = `select pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = ('public.' || quote_ident($1))::regclass
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by c.relname`;

type Column = { name: string; type: string; required: boolean; extra: string };

/** The schema of an open database as SQL text. */
export async function describeSchema(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(TABLES);
  const described: string[] = [];
  for (const { name } of tables) described.push(await describeTable(pool, name));
  return described.join('\n');
}

async function describeTable(pool: pg.Pool, table: string): Promise<string> {
  const { rows: columns } = await pool.query<Column>(COLUMNS, [table]);
  const { rows: constraints } = await pool.query<{ name: string; definition: string }>(CONSTRAINTS, [table]);
  const { rows: indexes } = await pool.query<{ definition: string }>(INDEXES, [table]);
  const lines = [
    ...columns.map(({ name, type, required, extra }) =>
      [`  ${name}`, type, required ? 'not null' : '', extra].filter((part) => part !== '').join(' '),
    ),
    ...constraints.map(({ name, definition }) => `  constraint ${name} ${definition}`),
  ];
  return `create table ${table} (\n${lines.join(',\n')}\n);\n${indexes.map(({ definition }) => `${definition};\n`).join('')}`;
}
