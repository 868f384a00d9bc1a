// Everything of an account as lines: what a person takes along before leaving.
import type { ConsoleOperations } from '../../contract/console.ts';
import { FORMATS } from '../../contract/export.ts';
import type { Stream, Valid } from '../../contract/operation.ts';
import { type Brand, listBrands } from '../storage/brands.ts';
import { keys } from './account-keys.ts';
import { vendorKeys } from './account-vendor-keys.ts';
import { account } from './accounts.ts';
import type { Caller } from './caller.ts';
import { listCompetitors } from './competitors.ts';
import type { Context } from './context.ts';
import { EXPORTED, type Exported } from './exported.ts';
import { Failure } from './failure.ts';
import { members } from './members.ts';
import { plan } from './plans.ts';
import { onlyOf, reportFilter } from './reports.ts';
import { shares } from './shares.ts';

type Kind =
  | 'account'
  | 'member'
  | 'invitation'
  | 'key'
  | 'vendor_key'
  | 'brand'
  | 'competitor'
  | 'plan'
  | 'share'
  | 'prompt'
  | 'answer'
  | 'end';

const line = (record: Kind, row: object = {}) => `${JSON.stringify({ record, ...row })}\n`;

/** A file with everything of the caller's account, brand after brand. */
export async function exportAccount(
  context: Context,
  caller: Caller,
  _input: Valid<ConsoleOperations['exportAccount']>,
): Promise<Stream> {
  // Read before the answer begins, so that what is wrong is still told as an error.
  const head = await headOf(context, caller);
  return { type: FORMATS.jsonl, name: 'brandscope-account.jsonl', portions: written(context, caller, head) };
}

async function* written(context: Context, caller: Caller, head: string): AsyncGenerator<string> {
  yield head;
  for (const brand of await listBrands(context.db, caller.accountId, null))
    yield* ofBrand(context, caller, brand);
  yield line('end');
}

/** Nothing of a brand that was deleted meanwhile. */
async function* ofBrand(context: Context, caller: Caller, brand: Brand): AsyncGenerator<string> {
  const head = await headOfBrand(context, caller, brand).catch(unlessGone);
  if (head === null) return;
  yield head;
  yield* rowsOf(context, brand, 'prompt');
  yield* rowsOf(context, brand, 'answer');
}

function unlessGone(error: unknown): null {
  if (error instanceof Failure && error.status === 404) return null;
  throw error;
}

async function headOfBrand(context: Context, caller: Caller, brand: Brand): Promise<string> {
  const { id: brand_id, name, domain, aliases, exclude, created_at } = brand;
  const { competitors } = await listCompetitors(context, caller, { brand_id, limit: undefined });
  const links = (await shares(context, caller, { brand_id })).shares;
  return [
    line('brand', { id: brand_id, name, domain, aliases, exclude, created_at }),
    ...competitors.map((one) => line('competitor', { brand_id, ...one })),
    line('plan', (await plan(context, caller, { brand_id })).plan),
    ...links.map((one) => line('share', one)),
  ].join('');
}

async function* rowsOf(context: Context, brand: Brand, type: 'prompt' | 'answer'): AsyncGenerator<string> {
  const all = { format: 'jsonl', date: undefined, ai_agent: undefined, tags: undefined } as const;
  const input = { ...all, brand_id: brand.id, what: `${type}s` as const };
  const filter = await reportFilter(context, input, onlyOf(brand));
  for await (const page of EXPORTED[input.what].pages({ context, brand, filter, input }))
    yield page.map((row: Exported) => line(type, { brand_id: brand.id, ...row })).join('');
}

async function headOf(context: Context, caller: Caller): Promise<string> {
  const [mine, team, api, vendors] = [
    await account(context, caller),
    await members(context, caller),
    await keys(context, caller),
    await vendorKeys(context, caller),
  ];
  return [
    line('account', mine.account),
    ...team.members.map((one) => line('member', one)),
    ...team.invitations.map((one) => line('invitation', one)),
    ...api.keys.map((one) => line('key', one)),
    ...vendors.vendor_keys.map((one) => line('vendor_key', one)),
  ].join('');
}
