import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Found = { violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] };

/** What axe-core finds in the page as it is now: a rule and a place each. */
export async function violationsOf(page: Page): Promise<string[]> {
  // The page's policy allows no script element; what the browser itself runs is not bound by it.
  await page.evaluate(source);
  const { violations } = await page.evaluate(
    () =>
      (globalThis as unknown as { axe: { run: (root: unknown) => Promise<Found> } }).axe.run(
        (globalThis as unknown as { document: unknown }).document,
      ) as Promise<Found>,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id} at ${target.join(' ')}: ${failureSummary.split('\n').at(-1)?.trim()}`,
    ),
  );
}
