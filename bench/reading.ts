// Reading alone, on one core: ordinary answers, and the worst that nobody would write.
import { compileEntities, type EntitySet, readAnswer } from '../src/domain/reading.ts';
import { hostileNames, hostileTexts } from '../test/domain/reading-hostile-texts.ts';
import type { Ground } from './bed.ts';
import { median } from './clock.ts';
import { ms, perSecond, type Row } from './rows.ts';
import { brand, longTexts, meanBytes, rivals, type Text } from './texts.ts';

const LEAST = 1_500;
// The quick variant guards what is reached today.
const QUICK_LEAST = 650;
const HOSTILE_SIZE = 2_000_000;
const HOSTILE_MOST = 200;

export async function reading({ quick }: Ground): Promise<Row[]> {
  const texts = longTexts(quick ? 300 : 2_000);
  const rate = ratePerSecond(texts, quick ? 1_500 : 10_000);
  const slowest = slowestHostile(quick ? 1 : 5);
  return [
    {
      what: `Reading alone, ${meanBytes(texts)} bytes, ${rivals.length + 1} entities: answers per second and core`,
      ours: perSecond(rate),
      value: rate,
      target: { least: quick ? QUICK_LEAST : LEAST },
    },
    {
      what: `Reading one hostile answer of 2 MB: the slowest of ${slowest.shapes} shapes (${slowest.name})`,
      ours: ms(slowest.time),
      value: slowest.time,
      target: { most: HOSTILE_MOST },
    },
  ];
}

function ratePerSecond(texts: readonly Text[], forMs: number): number {
  const entities = entitiesOf([brand, ...rivals]);
  const read = () => {
    for (const { answer, citations } of texts) readAnswer(entities, answer, citations);
  };
  read();
  let rounds = 0;
  let spent = 0;
  for (; spent < forMs; rounds++) spent += coreMs(read);
  return (1e3 * rounds * texts.length) / spent;
}

/** The shape whose median time is the longest. */
function slowestHostile(runs: number): { name: string; time: number; shapes: number } {
  const names = ['Qorvia', 'Zentia Cloud', ...hostileNames];
  const entities = entitiesOf(names.map((name) => ({ name, domain: '', aliases: [] })));
  const times = hostileTexts(HOSTILE_SIZE).map(({ name, text }) => ({
    name,
    time: median(Array.from({ length: runs }, () => coreMs(() => readAnswer(entities, text)))),
  }));
  const [slowest] = times.toSorted((a, b) => b.time - a.time);
  return { ...slowest!, shapes: times.length };
}

function entitiesOf(names: readonly { name: string; domain: string; aliases: string[] }[]): EntitySet {
  const [own, ...others] = names.map(({ name, domain, aliases }) => ({ name, domain, aliases, exclude: [] }));
  return compileEntities(own!, others);
}

/** Time of this thread on a core, so that a busy machine does not show. */
function coreMs(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1e3;
}
