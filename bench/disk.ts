// What the facts take on disk after a normal load, against one dense row per answer, agent and entity.
import { createHash } from 'node:crypto';
import { BRAND } from '../src/domain/facts.ts';
import type { EntityReading } from '../src/domain/reading.ts';
import { READING_VERSION } from '../src/domain/reading.ts';
import { addDays } from '../src/domain/time.ts';
import { type NewAnswer, storeAnswers } from '../src/storage/answers.ts';
import type { Bed, Ground } from './bed.ts';
import { LAST_DAY, type LargeBrand, makeLargeBrand, RATES } from './large-brand.ts';
import type { Row } from './rows.ts';

const MOST = 0.8;
const BATCH = 100;

const DENSE = `create table dense_days (
  account_id integer not null, brand_id integer not null, entity_id integer not null, agent_id smallint not null, day date not null,
  prompt_id integer not null, answers integer not null, mentions integer not null, sentiment_sum integer not null,
  sentiment_count integer not null, position_sum integer not null,
  primary key (account_id, brand_id, entity_id, agent_id, day, prompt_id) include (answers, mentions, sentiment_sum, sentiment_count, position_sum)
)`;

const DENSE_DAY = `insert into dense_days
select a.account_id, a.brand_id, e.id, a.agent_id, (a.answered_at at time zone 'UTC')::date, a.prompt_id, count(*), count(m.entity_id),
  coalesce(sum(m.sentiment), 0), count(m.sentiment), coalesce(sum(m.position), 0)
from answers a cross join unnest($3::int[]) e(id)
left join lateral unnest(a.mentions) m on m.entity_id = e.id
where a.account_id = $1 and a.brand_id = $2 and a.answered_at >= $4::date::timestamptz and a.answered_at < ($4::date + 1)::timestamptz
group by 1, 2, 3, 4, 5, 6`;

const BYTES = `select (pg_total_relation_size('fact_days') + pg_total_relation_size('fact_months'))::float8 as facts,
  pg_total_relation_size('dense_days')::float8 as dense`;

export async function disk(ground: Ground): Promise<Row[]> {
  const bed = await ground.server();
  const { pool } = bed.database;
  const days = ground.quick ? 30 : 92;
  // No answers are generated: all come in through storage, as those of a running service do.
  const brand = await makeLargeBrand(bed, { prompts: ground.quick ? 30 : 200, agents: 8, days: 0 });
  await pool.query(DENSE);
  const entities = [BRAND, ...brand.competitorIds];
  for (let day = 0; day < days; day++) {
    const date = addDays(LAST_DAY, day + 1 - days);
    await loadDay(bed, brand, date);
    await pool.query(DENSE_DAY, [brand.accountId, brand.id, entities, date]);
  }
  const { rows } = await pool.query<{ facts: number; dense: number }>(BYTES);
  const { facts = 0, dense = 0 } = rows[0] ?? {};
  const answers = brand.prompts * brand.agents * days;
  const each = (bytes: number) => `${Math.round(bytes / answers)} bytes an answer`;
  const what = `Facts on disk, ${answers.toLocaleString('en')} answers of ${entities.length} entities, batches of ${BATCH}, to dense rows`;
  return [{ what, ours: each(facts), baseline: each(dense), value: facts / dense, target: { most: MOST } }];
}

async function loadDay({ database }: Bed, brand: LargeBrand, day: string): Promise<void> {
  const owner = { account_id: brand.accountId, id: brand.id };
  const under = { settings_version: 1, reading_version: READING_VERSION, competitorIds: brand.competitorIds };
  const slots = brand.prompts * brand.agents;
  for (let first = 0; first < slots; first += BATCH) {
    const answers = Array.from({ length: Math.min(BATCH, slots - first) }, (_, at) =>
      answerOf(brand, day, first + at),
    );
    const outcome = await storeAnswers(database.db, owner, { answers, under });
    if (outcome !== 'stored') throw new Error(`answers were not stored: ${outcome}`);
  }
}

function answerOf(brand: LargeBrand, day: string, slot: number): NewAnswer {
  const agent_id = brand.agentIds[slot % brand.agents] ?? 0;
  const prompt = `question ${1 + Math.floor(slot / brand.agents)}`;
  const content = createHash('sha256').update(`${prompt} ${agent_id} ${day}`).digest();
  const [own = ABSENT, ...competitors] = RATES.map((rate) =>
    Math.random() * 1024 < rate ? mention() : ABSENT,
  );
  const reading = { language: 'en', brand: own, competitors, discovered: [], sources: [] };
  const given = { external_id: null, answer: 'text', model: '', searches: [], citations: [] };
  return {
    prompt,
    agent_id,
    answered_at: `${day}T12:00:00.000000Z`,
    identity: content,
    content,
    reading,
    ...given,
  };
}

const ABSENT: EntityReading = {
  ...{ mentioned: false, position: null, sentiment: null, kind: null },
  ...{ placed: null, reasons: [], spans: [] },
};

function mention(): EntityReading {
  const any = (limit: number) => Math.floor(Math.random() * limit);
  const told = { position: 1 + any(5), sentiment: any(101) };
  return { ...ABSENT, ...told, mentioned: true, kind: 'listed' };
}
