// The reports once more, naively: a list of answers in memory, plain loops, exact fractions. Written from
// the specification and sharing no code with the service.
import { type Feeling, SCORES } from './answers.ts';

export type Filter = {
  from?: string;
  to?: string;
  agents?: readonly string[];
  tags?: readonly string[];
  limit?: number;
};
export type Told = {
  id: string;
  prompt: string;
  agent: string;
  at: string;
  names: readonly string[];
  feeling: Feeling;
  cites: readonly string[];
};
export type ModelPrompt = { text: string; active: 'Y' | 'N'; tags: Set<string> };
type Ratio = { over: bigint; under: bigint };

/** Sites that answers cite, with the domain and kind that the sources must show. */
export const SITES: Record<string, { domain: string; type: string }> = {
  'https://www.reddit.com/r/tools': { domain: 'reddit.com', type: 'community' },
  'https://old.reddit.com/r/other': { domain: 'reddit.com', type: 'community' },
  'https://en.wikipedia.org/wiki/Tool': { domain: 'wikipedia.org', type: 'reference' },
  'https://www.zorvexa.example/': { domain: 'zorvexa.example', type: 'other' },
  'https://quenlith.example/pricing': { domain: 'quenlith.example', type: 'other' },
  'https://brimvolt.example/': { domain: 'brimvolt.example', type: 'other' },
};

const mean = (values: readonly Ratio[]): Ratio => {
  let sum: Ratio = { over: 0n, under: 1n };
  for (const { over, under } of values)
    sum = { over: sum.over * under + over * sum.under, under: sum.under * under };
  return values.length === 0 ? sum : { over: sum.over, under: sum.under * BigInt(values.length) };
};

/** Half up, exactly. */
function rounded({ over, under }: Ratio, decimals: 0 | 2): number {
  const scale = 10n ** BigInt(decimals);
  return Number((2n * over * scale + under) / (2n * under)) / Number(scale);
}

const ratio = (over: number, under: number): Ratio => ({ over: BigInt(over), under: BigInt(under) });

export class ModelBrand {
  readonly name: string;
  readonly domain: string;
  prompts: ModelPrompt[] = [];
  answers: Told[] = [];
  readonly tracked = new Set<string>();
  /** Domains of competitors stay when they are tracked no more. */
  readonly domains = new Map<string, string>();

  constructor(name: string, domain = '') {
    this.name = name;
    this.domain = domain;
  }

  add(told: Told): 'new' | 'known' {
    if (this.answers.some(({ id }) => id === told.id)) return 'known';
    this.prompt(told.prompt, 'N');
    this.answers.push(told);
    return 'new';
  }

  prompt(text: string, active: 'Y' | 'N'): void {
    if (!this.prompts.some((prompt) => prompt.text === text))
      this.prompts.push({ text, active, tags: new Set() });
  }

  drop(text: string): void {
    this.prompts = this.prompts.filter((prompt) => prompt.text !== text);
    this.answers = this.answers.filter((answer) => answer.prompt !== text);
  }

  within({ from = '0', to = '9999', agents = [], tags = [] }: Filter): Told[] {
    const texts = this.tagged({ tags }).map(({ text }) => text);
    return this.answers.filter(({ at, agent, prompt }) => {
      const day = new Date(at).toISOString().slice(0, 10);
      const isOf = agents.length === 0 || agents.includes(agent);
      return day >= from && day <= to && isOf && texts.includes(prompt);
    });
  }

  /** Prompts with any of the tags. */
  tagged({ tags = [] }: Filter): ModelPrompt[] {
    return this.prompts.filter((prompt) => tags.length === 0 || tags.some((tag) => prompt.tags.has(tag)));
  }

  /** The four metrics of a name over some prompts. */
  metrics(filter: Filter, name = this.name, texts = this.prompts.map(({ text }) => text)) {
    const visibilities: Ratio[] = [];
    const sentiments: Ratio[] = [];
    const positions: Ratio[] = [];
    let total = 0;
    for (const text of texts) {
      const answers = this.within(filter).filter(({ prompt }) => prompt === text);
      const naming = answers.filter(({ names }) => names.includes(name));
      const scores = naming.flatMap(({ feeling }) => SCORES[feeling] ?? []);
      total += answers.length;
      if (answers.length > 0) visibilities.push(ratio(100 * naming.length, answers.length));
      if (naming.length === 0) continue;
      const places = naming.map(({ names }) => names.indexOf(name) + 1);
      positions.push(ratio(sum(places), places.length));
      sentiments.push(scores.length > 0 ? ratio(sum(scores), scores.length) : ratio(50, 1));
    }
    return {
      total_responses: total,
      visibility: rounded(mean(visibilities), 0),
      sentiment: rounded(mean(sentiments), 0),
      position: rounded(mean(positions), 2),
    };
  }

  trackedReport(filter: Filter) {
    const rows = [...this.tracked].map((name) => ({
      name,
      domain: this.domains.get(name) ?? '',
      ...this.metrics(filter, name),
    }));
    return byVisibility(rows).slice(0, filter.limit);
  }

  untrackedReport(filter: Filter) {
    const seen = new Set(this.within(filter).flatMap(({ names }) => names));
    const found = [...seen].filter((name) => name !== this.name && !this.tracked.has(name));
    const rows = found.map((name) => {
      const { total_responses, visibility } = this.metrics(filter, name);
      return { name, domain: this.domains.get(name) ?? '', total_responses, visibility };
    });
    return byVisibility(rows).slice(0, filter.limit);
  }

  /** Domain, agent and type of each source with the number of answers that cite it. */
  sources(filter: Filter) {
    const counts = new Map<string, number>();
    for (const { agent, cites } of this.within(filter))
      for (const domain of new Set(cites.map((url) => SITES[url]!.domain)))
        counts.set(`${domain} ${agent}`, (counts.get(`${domain} ${agent}`) ?? 0) + 1);
    return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  typeOf(domain: string): string {
    if (domain === this.domain) return 'owned';
    const rivals = [...this.tracked].map((name) => this.domains.get(name));
    if (rivals.includes(domain)) return 'competitor';
    return Object.values(SITES).find((site) => site.domain === domain)!.type;
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function byVisibility<T extends { name: string; visibility: number }>(rows: T[]): T[] {
  return rows.sort((a, b) => b.visibility - a.visibility || (a.name < b.name ? -1 : 1));
}
