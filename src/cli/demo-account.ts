// The demo account, made as a user would make it: account, key, brands, competitors, prompts.
import type { Operator, Running } from '../main.ts';
import { type DemoBrand, demoBrands } from './demo/answers.ts';
import type { DemoState } from './demo-folder.ts';

export const OWNER = { email: 'demo@brandscope.example', password: 'brandscope-demo' };
const ACCOUNT = 'Brandscope demo';
const KEY = 'demo';

type Caller = { accountId: number; brandId: null; keyId: null };
export type DemoAccount = { accountId: number; key: string; brands: { id: number; demo: DemoBrand }[] };

/** Finds or creates the account and its Global key, and sets the brands up once; `keep` remembers both. */
export async function demoAccount(
  { operator, service }: Running,
  state: DemoState,
  keep: (state: DemoState) => void,
): Promise<DemoAccount> {
  const accountId = await accountOf(operator);
  const caller = { accountId, brandId: null, keyId: null };
  if (!state.key || !(await service.authenticate(state.key))) {
    state.key = await newKey(operator, accountId);
    keep(state);
  }
  if (!state.ready) {
    for (const demo of demoBrands) await setUp(service, caller, demo);
    state.ready = true;
    keep(state);
  }
  const { brands } = await service.call('brands', caller, {});
  // One that was deleted or renamed since stays so.
  const known = demoBrands.flatMap((demo) => {
    const brand = brands.find(({ name }) => name === demo.name);
    return brand ? [{ id: brand.id, demo }] : [];
  });
  return { accountId, key: state.key, brands: known };
}

async function accountOf(operator: Operator): Promise<number> {
  const account = (await operator.accounts()).find(({ name }) => name === ACCOUNT);
  return account?.id ?? (await operator.createAccount({ name: ACCOUNT, ...OWNER })).account_id;
}

async function newKey(operator: Operator, accountId: number): Promise<string> {
  for (const { id, name } of await operator.keys(accountId)) if (name === KEY) await operator.deleteKey(id);
  return (await operator.createKey({ accountId, name: KEY })).key;
}

/** Each step leaves alone what is there already, so that a start cut off half way goes on. */
async function setUp(service: Running['service'], caller: Caller, demo: DemoBrand): Promise<void> {
  const { brands } = await service.call('brands', caller, {});
  const { name, domain, aliases, competitors, prompts } = demo;
  const known = brands.find((brand) => brand.name === name);
  const brand_id = known?.id ?? (await service.call('createBrand', caller, { name, domain })).brand.id;
  if (aliases.length > 0) await service.call('updateBrand', caller, { brand_id, aliases });
  for (const competitor of competitors)
    await service.call('trackCompetitor', caller, { brand_id, ...competitor });
  await service.call('createPrompts', caller, { brand_id, prompts });
}
