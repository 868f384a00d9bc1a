// Files to begin with: two answers that the import takes as they are.
import { toCsv } from '../../csv.ts';
import { download } from '../../download.ts';

/** Two answers about a brand. */
export function sampleAnswers(brand: string) {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  return [
    {
      id: 'sample-1',
      prompt: 'best tools for small teams',
      agent: 'chatgpt',
      answered_at: `${day}T09:12:00Z`,
      answer: `1. **${brand}** is a good choice for small teams.\n2. **Globex** is cheaper.`,
      citations: [{ url: 'https://reviews.example/small-teams', title: 'Tools for small teams' }],
      model: 'gpt',
      searches: ['best tools small teams'],
    },
    {
      id: 'sample-2',
      prompt: 'best tools for small teams',
      agent: 'perplexity',
      answered_at: `${day}T09:13:00Z`,
      answer: `Most reviewers name **Globex** first, then **${brand}**.`,
      citations: [{ url: 'https://globex.example/pricing' }],
      model: 'sonar',
      searches: [],
    },
  ];
}

/** Lines of JSON about a brand. */
export function sampleJsonl(brand: string): string {
  return sampleAnswers(brand)
    .map((answer) => `${JSON.stringify(answer)}\n`)
    .join('');
}

/** The same as CSV. */
export function sampleCsv(brand: string): string {
  const all = sampleAnswers(brand);
  const rows = all.map(({ citations, searches, ...rest }) => [
    ...Object.values(rest),
    citations.map(({ url }) => url).join(' '),
    searches.join('|'),
  ]);
  const { citations, searches, ...names } = all[0] ?? ({} as (typeof all)[number]);
  return toCsv([[...Object.keys(names), 'citations', 'searches'], ...rows]);
}

export function downloadSample(brand: string, format: 'jsonl' | 'csv'): void {
  if (format === 'csv') download('sample.csv', sampleCsv(brand));
  else download('sample.jsonl', sampleJsonl(brand), 'application/jsonl');
}
