// Adding answers with everything that was read from them, against inserting their raw rows alone.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { compileEntities, READING_VERSION, type Reading, readAnswer } from '../src/domain/reading.ts';
import { addDays } from '../src/domain/time.ts';
import { type NewAnswer, storeAnswers } from '../src/storage/answers.ts';
import type { Db } from '../src/storage/open.ts';
import type { Bed, Ground } from './bed.ts';
import { median } from './clock.ts';
import { type LargeBrand, makeLargeBrand } from './large-brand.ts';
import { ms, type Row } from './rows.ts';
import { longTexts, brand as named, rivals, type Text } from './texts.ts';

// The quick variant guards what is reached today.
const SIZES = [
  { batch: 1, most: 2.5, quickMost: 4, rounds: 200 },
  { batch: 100, most: 3.5, quickMost: 4, rounds: 30 },
  { batch: 1_000, most: 3, quickMost: 3.5, rounds: 10 },
];
const MOST_LATE = 1.5;
const HALF_A_YEAR = 182;

type ReadText = Text & { reading: Reading };
type Writing = { bed: Bed; brand: LargeBrand; texts: ReadText[] };

export async function write(ground: Ground): Promise<Row[]> {
  const bed = await ground.server();
  const shape = { prompts: ground.quick ? 20 : 100, agents: 8, days: ground.quick ? 190 : 365 };
  const brand = await makeLargeBrand(bed, shape);
  const texts = readTexts(longTexts(ground.quick ? 200 : 1_000), brand);
  await bed.database.pool.query(RAW_TABLE);
  const slots = slotsOf(brand);
  const rows: Row[] = [facts(texts)];
  for (const { batch, most, quickMost, rounds } of SIZES) {
    const count = Math.max(3, ground.quick ? Math.round(rounds / 5) : rounds);
    const times = { ours: [] as number[], late: [] as number[], raw: [] as number[] };
    for (let round = -1; round < count; round++) {
      const spent = await oneRound({ bed, brand, texts }, slots, batch);
      // The first round warms up.
      if (round >= 0) for (const name of ['ours', 'late', 'raw'] as const) times[name].push(spent[name]);
    }
    const [ours, late, raw] = [median(times.ours), median(times.late), median(times.raw)];
    const what = `in batches of ${batch.toLocaleString('en')}`;
    rows.push(
      {
        what: `Adding answers ${what} to their raw rows: times longer`,
        ours: ms(ours),
        baseline: ms(raw),
        value: ours / raw,
        target: { most: ground.quick ? quickMost : most },
      },
      {
        what: `The same half a year late, ${what}: times longer`,
        ours: ms(late),
        baseline: ms(ours),
        value: late / ours,
        target: { most: MOST_LATE },
      },
    );
  }
  return rows;
}

function facts(texts: readonly ReadText[]): Row {
  const mean = (count: (reading: Reading) => number) =>
    (texts.reduce((sum, { reading }) => sum + count(reading), 0) / texts.length).toFixed(1);
  const mentions = mean(({ brand, competitors, discovered }) =>
    [brand, ...competitors, ...discovered].reduce((sum, { kind }) => sum + Number(kind !== null), 0),
  );
  return {
    what: `Answers added hold on average ${mentions} mentions and ${mean(({ sources }) => sources.length)} citations`,
    ours: '',
  };
}

export function readTexts(texts: readonly Text[], brand: LargeBrand): ReadText[] {
  const settings = (one: { name: string; domain: string; aliases: string[] }) => ({ ...one, exclude: [] });
  const competitors = rivals.slice(0, brand.competitorIds.length).map(settings);
  const entities = compileEntities(settings(named), competitors);
  return texts.map((text) => ({ ...text, reading: readAnswer(entities, text.answer, text.citations) }));
}

type Slot = { prompt: string; agent_id: number; day: number };

/** One prompt and agent after the other, day after day, as the answers of a brand come in. */
export function slotsOf({ prompts, agentIds }: LargeBrand): () => Slot {
  let next = 0;
  return () => {
    const at = next++;
    const agent_id = agentIds[at % agentIds.length] ?? 0;
    const question = Math.floor(at / agentIds.length);
    return { prompt: `question ${1 + (question % prompts)}`, agent_id, day: Math.floor(question / prompts) };
  };
}

export async function oneRound(writing: Writing, next: () => Slot, batch: number) {
  const { bed, brand, texts } = writing;
  const slots = Array.from({ length: batch }, next);
  const answers = (firstDay: string) =>
    slots.map((slot) =>
      newAnswer(slot, addDays(firstDay, slot.day), texts[Math.floor(Math.random() * texts.length)]!),
    );
  const today = answers(addDays(brand.lastDay, 1));
  const late = answers(addDays(brand.lastDay, 1 - HALF_A_YEAR));
  return {
    raw: await timed(() => insertRaw(bed.database.db, brand, today)),
    ours: await timed(() => store(bed, brand, today)),
    late: await timed(() => store(bed, brand, late)),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function newAnswer(
  { prompt, agent_id }: Slot,
  day: string,
  { answer, citations, reading }: ReadText,
): NewAnswer {
  const seconds = Math.floor(Math.random() * 86_400);
  const time = new Date(seconds * 1000).toISOString().slice(11, 19);
  const answered_at = `${day}T${time}.000000Z`;
  const content = createHash('sha256')
    .update(`${prompt} ${agent_id} ${answered_at} ${answer}`)
    .digest()
    .subarray(0, 16);
  const given = { external_id: null, model: 'model', searches: [], citations };
  return { prompt, agent_id, answered_at, identity: content, content, answer, reading, ...given };
}

async function store({ database }: Bed, brand: LargeBrand, answers: NewAnswer[]): Promise<void> {
  const owner = { account_id: brand.accountId, id: brand.id };
  const under = { settings_version: 1, reading_version: READING_VERSION, competitorIds: brand.competitorIds };
  const outcome = await storeAnswers(database.db, owner, { answers, under });
  if (outcome !== 'stored') throw new Error(`answers were not stored: ${outcome}`);
}

export const RAW_TABLE = `create table raw_answers (
  id bigint generated always as identity primary key, brand_id integer not null, prompt text not null, agent_id smallint not null,
  answered_at timestamptz not null, answer text not null, model text not null, citations jsonb not null
);
create index raw_answers_brand on raw_answers (brand_id, answered_at)`;

async function insertRaw(db: Db, brand: LargeBrand, answers: readonly NewAnswer[]): Promise<void> {
  const column = <K extends keyof NewAnswer>(name: K) => answers.map((answer) => answer[name]);
  const citations = answers.map((answer) => JSON.stringify(answer.citations));
  await db.transaction().execute((tx) =>
    sql`insert into raw_answers (brand_id, prompt, agent_id, answered_at, answer, model, citations)
      select ${brand.id}::int, * from unnest(${column('prompt')}::text[], ${column('agent_id')}::smallint[], ${column('answered_at')}::timestamptz[],
        ${column('answer')}::text[], ${column('model')}::text[], ${citations}::jsonb[])`.execute(tx),
  );
}
