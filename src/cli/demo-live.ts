// The collector of `brandscope demo --live`: plans for the demo's brands, and a first round at once.
import type { Running } from '../main.ts';
import { LIVE_AGENTS } from './demo/live.ts';
import type { DemoAccount } from './demo-account.ts';
import { number, say } from './terminal.ts';

const EVERY_MS = 10_000;

/** Plans four askings a day within 50 USD a month and asks once now. Says every few seconds how far that is, until `isStopped`. */
export async function goLive(
  { service }: Running,
  { accountId, brands }: DemoAccount,
  isStopped: () => boolean,
): Promise<void> {
  const caller = { accountId, brandId: null, keyId: null };
  for (const { id } of brands) {
    const plan = { agents: LIVE_AGENTS, active: 'Y', per: 'day', times: 4, monthly_limit_usd: 50 } as const;
    await service.call('updatePlan', caller, { brand_id: id, ...plan, agents: [...LIVE_AGENTS] });
    await service.call('collect', caller, { brand_id: id });
  }
  say(
    'Asking vendors that stand on this machine: their answers are invented, no key is used, nothing is paid.',
  );
  for (let last = ''; !isStopped(); ) {
    const lines = await Promise.all(
      brands.map(({ id, demo }) => progressOf(service, { caller, id, name: demo.name })),
    );
    const text = lines.join('\n');
    if (text !== last) say(text);
    last = text;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS).unref());
  }
}

type Brand = { caller: { accountId: number; brandId: null; keyId: null }; id: number; name: string };

async function progressOf(service: Running['service'], { caller, id, name }: Brand): Promise<string> {
  const { slots } = await service.call('runs', caller, { brand_id: id, limit: 1 });
  const { spending } = await service.call('plan', caller, { brand_id: id });
  const { waiting, asking, answered, failed } = slots;
  const cost = `${spending.spent_usd.toFixed(2)} USD`;
  return `${name}: ${number(answered)} answered, ${number(asking)} being asked, ${number(waiting)} waiting, ${number(failed)} failed; ${cost}`;
}
