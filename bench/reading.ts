// Reading alone, on one core.
import { compileEntities, readAnswer } from '../src/domain/reading.ts';
import type { Ground } from './bed.ts';
import { perSecond, type Row } from './rows.ts';
import { brand, longTexts, meanBytes, rivals } from './texts.ts';

const LEAST = 1_500;
// The quick variant guards what is reached today.
const QUICK_LEAST = 400;

export async function reading({ quick }: Ground): Promise<Row[]> {
  const texts = longTexts(quick ? 300 : 2_000);
  const settings = [brand, ...rivals].map(({ name, domain, aliases }) => ({
    name,
    domain,
    aliases,
    exclude: [],
  }));
  const [own, ...others] = settings;
  const entities = compileEntities(own!, others);
  const read = () => {
    for (const { answer, citations } of texts) readAnswer(entities, answer, citations);
  };
  read();
  // Time of this thread on a core, so that a busy machine does not show.
  const start = process.threadCpuUsage();
  const spent = () => process.threadCpuUsage(start).user + process.threadCpuUsage(start).system;
  let rounds = 0;
  for (; spent() < (quick ? 1_500_000 : 10_000_000); rounds++) read();
  const rate = (1e6 * rounds * texts.length) / spent();
  return [
    {
      what: `Reading alone, ${meanBytes(texts)} bytes, ${settings.length} entities: answers per second and core`,
      ours: perSecond(rate),
      value: rate,
      target: { least: quick ? QUICK_LEAST : LEAST },
    },
  ];
}
