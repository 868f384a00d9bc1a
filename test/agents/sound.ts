// What holds for every outcome, whatever a vendor sent.
import assert from 'node:assert/strict';
import { FAILURES } from '../../contract/collect.ts';
import type { Outcome } from '../../src/collector/agents/agent.ts';

/** Fails unless the outcome is one that the rest of the service may rely on. */
export function assertSound(outcome: Outcome): void {
  if (outcome.kind !== 'answer') {
    assert.ok(FAILURES.includes(outcome.kind), outcome.kind);
    assert.ok(outcome.message !== '' && outcome.message.length < 600, outcome.message);
    assert.ok(outcome.waitMs === undefined || outcome.waitMs >= 0, String(outcome.waitMs));
    return;
  }
  const { text, cited, consulted, searches, model, finish } = outcome;
  for (const one of [text, model, finish, ...searches]) assert.equal(typeof one, 'string');
  assert.notEqual(text.trim(), '');
  const links = [...cited, ...consulted];
  assert.equal(new Set(links.map(({ url }) => url)).size, links.length, 'each page once');
  for (const { url, title } of links) assert.ok(url !== '' && typeof title === 'string', url);
  for (const count of Object.values(outcome.usage)) assert.ok(count === null || count >= 0, String(count));
}
