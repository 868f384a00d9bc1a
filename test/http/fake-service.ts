// A service in memory, for tests of the edge alone: one key, answers that say what was called.
import { Failure } from '../../src/operations/failure.ts';
import type { Service } from '../../src/operations/service.ts';

export const KEY = 'bsk_g_test0key';

type Called = { name: string; input: unknown; idempotencyKey?: string };
export type FakeService = Service & { calls: Called[]; authenticated: number };

/** Runs `behave` for every operation; its answer is the response. */
export function fakeService(behave: (name: string, input: unknown) => unknown = () => ({ success: true })) {
  const service: FakeService = {
    calls: [],
    authenticated: 0,
    async authenticate(key) {
      service.authenticated += 1;
      if (key === 'bsk_g_away') throw Failure.unavailable('The database is away');
      return key === KEY || key === 'bsk_g_other'
        ? { accountId: 1, brandId: null, keyId: key === KEY ? 7 : 8 }
        : null;
    },
    async call(name, _caller, input) {
      service.calls.push({ name, input });
      return (await behave(name, input)) as never;
    },
    async callOnce({ name, idempotencyKey }, _caller, input) {
      service.calls.push({ name, input, idempotencyKey });
      return (await behave(name, input)) as never;
    },
    ready: async () => true,
  };
  return service;
}
