import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { Failure } from './failure.ts';

export type Request = { accountId: number; key: string; fingerprint: unknown };

/**
 * Runs `make` once per key and account within 24 hours; a retry gets the first answer again. Another request
 * under the same key is a 400. The row is claimed before the work, so that two retries at once work once.
 */
export async function once<T>(
  context: Context,
  { accountId, key, fingerprint }: Request,
  make: (inside: Context) => Promise<T>,
): Promise<T> {
  const request = createHash('sha256').update(JSON.stringify(fingerprint)).digest();
  await sql`delete from idempotent_requests where account_id = ${accountId} and created_at < now() - interval '24 hours'`.execute(
    context.db,
  );
  return context.db.transaction().execute(async (tx) => {
    const claimed = await sql<{ request: Buffer; response: T | null }>`
      insert into idempotent_requests as r (account_id, key, request, response) values (${accountId}, ${key}, ${request}, 'null')
      on conflict (account_id, key) do update set key = excluded.key
      returning request, response`.execute(tx);
    const row = claimed.rows[0];
    if (row && !row.request.equals(request))
      throw Failure.invalid('Idempotency-Key was used for another request within the last 24 hours');
    if (row?.response) return row.response;
    const response = await make({ ...context, db: tx });
    await sql`update idempotent_requests set response = ${JSON.stringify(response)}::json where account_id = ${accountId} and key = ${key}`.execute(
      tx,
    );
    return response;
  });
}
