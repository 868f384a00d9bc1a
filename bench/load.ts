// autocannon in a process of its own. Takes one JSON argument, prints requests per second.
import autocannon from 'autocannon';

export type Load = {
  url: string;
  seconds: number;
  key: string;
  brandId: number;
  /** Another filter with every request: any of these agents, any range of the `days` up to `lastDay`. */
  distinct?: { agents: string[]; lastDay: string; days: number };
};

const DAY_MS = 86_400_000;

function* bodies({ brandId: brand_id, distinct }: Load): Generator<string> {
  const { agents, lastDay, days } = distinct!;
  const day = (age: number) => new Date(Date.parse(lastDay) - age * DAY_MS).toISOString().slice(0, 10);
  for (let set = 1; set < 2 ** agents.length; set++)
    for (let to = 0; to < days; to++)
      for (let from = to; from < days; from++) {
        const ai_agent = agents.filter((_, at) => set & (1 << at));
        yield JSON.stringify({ brand_id, date: { from: day(from), to: day(to) }, ai_agent });
      }
}

async function run(load: Load): Promise<number> {
  const each = load.distinct && shuffled([...bodies(load)]);
  let next = 0;
  const result = await autocannon({
    url: load.url,
    connections: 50,
    duration: load.seconds,
    method: 'POST',
    headers: { authorization: `Bearer ${load.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ brand_id: load.brandId }),
    ...(each && {
      requests: [{ setupRequest: (request) => ({ ...request, body: each[next++ % each.length]! }) }],
    }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors`);
  if (each && next > each.length) throw new Error('filters were repeated: give the load more of them');
  return result['2xx'] / result.duration;
}

function shuffled<T>(items: T[]): T[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [items[at], items[other]] = [items[other]!, items[at]!];
  }
  return items;
}

console.log(await run(JSON.parse(process.argv[2] ?? '') as Load));
