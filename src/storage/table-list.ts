// The tables as the database knows them: what a backup goes through, without a list to forget one in.
import type pg from 'pg';

export type Table = {
  name: string;
  quoted: string;
  columns: string[];
  /** Columns of the primary key with their types. */
  key: { quoted: string; type: string }[];
};

type Row = Omit<Table, 'key'> & { key: string[] | null; types: string[] | null; parents: string[] };

/** Every table but `migrations`, each after those that it refers to. */
export async function listTables(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Row>(`
    select c.relname as name, quote_ident(c.relname) as quoted,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(quote_ident(a.attname) order by k.at) from unnest(i.indkey::int[]) with ordinality k(attnum, at)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where k.at <= i.indnkeyatts) as key,
      (select array_agg(format_type(a.atttypid, null) order by k.at) from unnest(i.indkey::int[]) with ordinality k(attnum, at)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where k.at <= i.indnkeyatts) as types,
      coalesce((select array_agg(p.relname::text) from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid), '{}') as parents
    from pg_class c left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations'
    order by c.relname`);
  return inOrder(rows).map(({ key, types, name, quoted, columns }) => {
    if (!key) throw new Error(`table ${name} has no primary key to go through it by`);
    return {
      name,
      quoted,
      columns,
      key: key.map((column, at) => ({ quoted: column, type: types?.[at] ?? 'text' })),
    };
  });
}

function inOrder(rows: readonly Row[]): Row[] {
  const ordered: Row[] = [];
  const done = new Set<string>();
  while (ordered.length < rows.length) {
    const next = rows.find(({ name, parents }) => !done.has(name) && parents.every((one) => done.has(one)));
    if (!next) throw new Error('tables refer to each other in a circle');
    ordered.push(next);
    done.add(next.name);
  }
  return ordered;
}

export type Sequence = { table: string; column: string; last: number; called: boolean };

/** Where the ids of each table stand, deleted rows included: an id is never given out again. */
export async function sequencesOf(client: pg.PoolClient): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select table_name::text as table, column_name::text as column,
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = current_schema() and is_identity = 'YES' order by 1, 2`);
  const sequences: Sequence[] = [];
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ last: number; called: boolean }>(
      `select last_value as last, is_called as called from ${sequence}`,
    );
    sequences.push({ table, column, last: state.rows[0]?.last ?? 1, called: state.rows[0]?.called ?? false });
  }
  return sequences;
}

/** Lets a table's ids go on after `last`. */
export async function setSequence(
  client: pg.PoolClient,
  { table, column, last, called }: Sequence,
): Promise<void> {
  await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [
    table,
    column,
    last,
    called,
  ]);
}
