import type { Output, Valid } from '../../contract/operation.ts';
import type { Contract } from '../../contract/table.ts';
import { readUrl, type SourceType } from '../domain/reading/sources.ts';
import { listTracked } from '../storage/competitors.ts';
import { listSources } from '../storage/sources.ts';
import type { Caller } from './caller.ts';
import { brandOf, type Context } from './context.ts';
import { onlyOf, reportFilter } from './reports.ts';

/** Cited domains per agent, most cited within the filter first, typed under the present settings. */
export async function sources(
  context: Context,
  caller: Caller,
  input: Valid<Contract['sources']>,
): Promise<Output<Contract['sources']>> {
  const brand = await brandOf(context, caller, input.brand_id);
  const filter = await reportFilter(context, input, onlyOf(brand));
  const [found, competitors] = await Promise.all([
    listSources(context.db, brand, { ...filter, limit: input.limit }),
    listTracked(context.db, brand),
  ]);
  const typeOf = ownTypes(brand, competitors);
  return { success: true, sources: found.map((source) => ({ ...source, type: typeOf(source) })) };
}

type Named = { domain: string };

/** The type of a source under the present settings: whose domain it is comes before what kind of site it is. */
export function ownTypes(
  brand: Named,
  competitors: readonly Named[],
): (source: { domain: string; type: string }) => SourceType {
  const owned = new Set(registrable([brand]));
  const rivals = new Set(registrable(competitors));
  return ({ domain, type }) => {
    if (owned.has(domain)) return 'owned';
    return rivals.has(domain) ? 'competitor' : (type as SourceType);
  };
}

const registrable = (entities: readonly Named[]) =>
  entities.flatMap(({ domain }) => (domain === '' ? [] : (readUrl(`https://${domain}`)?.domain ?? [])));
