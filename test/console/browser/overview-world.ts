// A brand whose numbers are known, its overview in a browser, and how to look at it.
import type { Locator, Page } from 'playwright-core';
import type { Fact } from '../../kit/answers.ts';
import { openConsole, type Visitor } from './kit.ts';

export const [OWN, RIVAL, OTHER, FOUND] = ['Zorvexa', 'Quenlith', 'Brimvolt', 'Myrqatel'];
export const RISEN = ['one', 'two', 'three', 'four'];
export const back = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
export const NOW = { from: back(29), to: back(0) };
export const BEFORE = { from: back(59), to: back(30) };

/** Thirty answers to a prompt, one a day from `since` days ago on, of which the first `named` name the brand. */
export const month = (prompt: string, since: number, named: number): Fact[] =>
  Array.from({ length: 30 }, (_, at) => ({
    ...{ prompt, day: back(since - at), agent: at % 3 === 0 ? 'claude' : 'chatgpt' },
    names: at < named ? [OWN, RIVAL] : [RIVAL, OTHER, FOUND],
    feeling: 'good',
  }));

/** The console with the brand: five prompts changed between the last thirty days and those before, one did not. */
export async function overviewWorld() {
  const site = await openConsole();
  const brand = await site.brand({ name: OWN, competitors: [RIVAL, OTHER] });
  await site.answers(brand, [
    ...month('up', 59, 3),
    ...month('up', 29, 28),
    ...month('noise', 59, 12),
    ...month('noise', 29, 15),
    ...RISEN.flatMap((prompt) => [...month(prompt, 59, 6), ...month(prompt, 29, 24)]),
  ]);
  const shared = await site.visit();
  /** Opens a page, in the browser that the tests share unless another is given. */
  const open = async (path: string, visitor: Visitor = shared) => {
    await visitor.go(path);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    return visitor.page;
  };
  return { site, brand, shared, open, PAGE: `/brands/${brand.id}` };
}

export const drawer = (page: Page) => page.getByRole('dialog');
export const section = (page: Page, name: string) => page.getByRole('region', { name });
export const shows = (where: Locator, text: string | RegExp) => where.getByText(text).first().waitFor();
export const gone = (where: Locator) => where.waitFor({ state: 'detached' });
