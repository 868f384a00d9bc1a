// Recorded answers of about 2 kB, made of the demo account's answers: two or three to the same prompt are
// joined, because one alone is half as long.
import { type DemoAnswer, demoAnswers, demoBrands } from '../src/cli/demo/answers.ts';
import { fields } from '../src/cli/demo/fields.ts';

const SHORTEST = 1_800;
const LONGEST = 2_250;
const UNTIL = new Date('2026-11-20T12:00:00Z');
const AGENTS = ['chatgpt', 'claude', 'gemini', 'perplexity', 'copilot', 'grok', 'ai_overview', 'deepseek'];
const NAMES = 20;

export const brand = demoBrands[0]!;

/** The brand's competitors, then the other companies of its field, then further invented names: 19 in all. */
export const rivals = [
  ...brand.competitors,
  ...(fields[0]?.companies ?? []).filter(
    ({ name }) => name !== brand.name && brand.competitors.every((one) => one.name !== name),
  ),
  ...Array.from({ length: NAMES }, (_, at) => ({
    name: `Brindlewick${at}`,
    domain: `brindlewick${at}.example`,
    aliases: [`Brindle Wick ${at}`],
  })),
]
  .slice(0, NAMES - 1)
  .map(({ name, domain, aliases }) => ({ name, domain, aliases }));

export type Text = Pick<DemoAnswer, 'prompt' | 'answer' | 'citations'>;

/** Texts of about 2 kB, `count` different ones at most. */
export function longTexts(count: number): Text[] {
  const texts: Text[] = [];
  const open = new Map<string, Text>();
  for (let seed = 1; texts.length < count; seed++)
    for (const { prompt, answer, citations } of demoAnswers(brand, UNTIL, seed)) {
      const before = open.get(prompt);
      const joined = before
        ? { prompt, answer: `${before.answer}\n\n${answer}`, citations: before.citations }
        : { prompt, answer, citations };
      const bytes = Buffer.byteLength(joined.answer);
      if (bytes < SHORTEST) open.set(prompt, joined);
      else open.delete(prompt);
      if (bytes >= SHORTEST && bytes <= LONGEST) texts.push(joined);
    }
  return texts.slice(0, count);
}

export function meanBytes(texts: readonly Text[]): number {
  return Math.round(texts.reduce((sum, { answer }) => sum + Buffer.byteLength(answer), 0) / texts.length);
}

/** One import line: text after text, day after day backwards, each with an id of its own. */
export function recorded(texts: readonly Text[], at: number) {
  const text = texts[at % texts.length]!;
  const answered_at = new Date(UNTIL.getTime() - at * 311_000).toISOString();
  return { id: `bench-${at}`, agent: AGENTS[at % AGENTS.length]!, answered_at, ...text };
}
