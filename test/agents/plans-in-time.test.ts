// Plans over months of a simulated clock: what is asked is what a walk along the clock on the wall says.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { planDue } from '../../src/collector/plan.ts';
import type { PlannedTime, Schedule } from '../../src/domain/schedule.ts';
import { isLong, seededRandom } from '../reliability/figures.ts';
import { walk } from './naive-schedule.ts';
import { openWorld } from './world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// A plan asks once a week at least.
const LEAD_MS = 9 * DAY_MS;
const PRICED = { usd_per_answer: 0 };

const world = await openWorld({ now: '2026-09-20T10:00:00Z' });
after(() => world.close());
const { call, rows } = world;
const machines = [world.machine(), world.machine()];
const look = () => planDue(machines[0]!.context);

/** What must be asked, found at each look by walking. */
class Model {
  readonly slots = new Set<string>();
  #since: Date;
  #schedule: Schedule;
  #last = '';
  #times: PlannedTime[] = [];
  #walked: [from: number, to: number] = [0, 0];

  constructor(schedule: Schedule, since: Date) {
    this.#schedule = schedule;
    this.#since = since;
  }

  change(schedule: Schedule, now: Date) {
    this.#schedule = schedule;
    this.#since = now;
    this.#walked = [0, 0];
  }

  look(now: Date, asked: readonly string[]) {
    // The clock was set back behind the last change: the plan begins anew.
    if (this.#since > now) {
      this.#since = now;
      return;
    }
    const due = this.#latest(now);
    // What is planned stays as the plan was then.
    if (!due || due.at < this.#since || due.name === this.#last) return;
    this.#last = due.name;
    for (const one of asked) this.slots.add(`${due.name} | ${one}`);
  }

  #latest(now: Date): PlannedTime | undefined {
    const [from, to] = this.#walked;
    if (now.getTime() < from + LEAD_MS || now.getTime() >= to) {
      const first = Math.floor(now.getTime() / DAY_MS) * DAY_MS - LEAD_MS;
      this.#walked = [first, now.getTime() + 20 * DAY_MS];
      this.#times = walk(this.#schedule, new Date(first), new Date(this.#walked[1]));
    }
    return this.#times.findLast(({ at }) => at <= now);
  }
}

async function newBrand(schedule: Schedule, prompts: readonly string[]) {
  const { brand } = await call('createBrand', { name: `Brand in ${schedule.time_zone}` });
  await call('createPrompts', { brand_id: brand.id, prompts: [...prompts] });
  const agents = [{ agent: 'chatgpt', ...PRICED }];
  await call('updatePlan', {
    brand_id: brand.id,
    active: 'Y',
    agents,
    ...schedule,
    monthly_limit_usd: 'none',
  });
  return brand.id;
}

const slotsOf = (brandId: number) =>
  rows(
    `select s.*, g.name as agent, s.name || ' | ' || p.prompt || ' ' || g.name || ' ' || s.sample as key from slots s
     join prompts p on p.id = s.prompt_id join agents g on g.id = s.agent_id where s.brand_id = $1 order by s.id`,
    [brandId],
  );

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];

for (const [title, start] of [
  ['autumn in the north', '2026-09-20T10:00:00Z'],
  ['spring in the north', '2026-02-10T10:00:00Z'],
] as const)
  test(`90 days over the change of clocks, ${title}: every planned time is asked once`, async () => {
    const random = seededRandom(start.length + ZONES.length);
    world.at(start);
    const asked: { name: string }[] = [];
    const brands: { id: number; schedule: Schedule }[] = [];
    for (const [at, time_zone] of ZONES.entries()) {
      const schedule: Schedule = { per: 'day', times: 1, hour: at === 1 ? 1 : 2, time_zone };
      brands.push({ id: await newBrand(schedule, ['any']), schedule });
    }
    const end = Date.parse(start) + 90 * DAY_MS;
    // Never so long that a planned time passes unseen.
    while (world.now().getTime() < end - 20 * HOUR_MS) {
      world.later(Math.round(random() * 20 * HOUR_MS));
      if ((await look()) > 0)
        asked.push(
          ...(await rows("update slots set state = 'answered' where state = 'waiting' returning name")),
        );
    }
    for (const { id, schedule } of brands) {
      const expected = walk(schedule, new Date(start), world.now()).filter(
        ({ at }) => at.getTime() >= Date.parse(start),
      );
      assert.ok(expected.length >= 88, `${expected.length}`);
      const slots = await slotsOf(id);
      assert.deepEqual(
        slots.map(({ name, state }) => [name, state]),
        expected.map(({ name }) => [name, 'answered']),
      );
      const names = asked.filter(({ name }) => name.endsWith(schedule.time_zone)).map(({ name }) => name);
      assert.deepEqual(
        names,
        expected.map(({ name }) => name),
      );
      await call('updatePlan', { brand_id: id, active: 'N' });
    }
    assert.deepEqual(world.errors, []);
  });

test('after a week without a look the last missed time alone is asked, and what waited is skipped', async () => {
  world.at('2026-06-01T00:00:00Z');
  const id = await newBrand({ per: 'day', times: 2, hour: 6, time_zone: 'UTC' }, ['missed']);
  world.at('2026-06-01T07:00:00Z');
  await look();
  world.at('2026-06-08T08:00:00Z');
  await look();
  world.vendors.asked.length = 0;
  await world.collector().untilDone();
  assert.deepEqual(
    (await slotsOf(id)).map(({ name, state }) => [name, state]),
    [
      ['2026-06-01 06:00 UTC', 'skipped'],
      ['2026-06-08 06:00 UTC', 'answered'],
    ],
  );
  assert.equal(world.vendors.asked.length, 1);
  const { skipped } = await call('runs', { brand_id: id });
  assert.deepEqual(skipped, [{ reason: 'missed: the next planned time came before it was asked', slots: 1 }]);
  await call('updatePlan', { brand_id: id, active: 'N' });
});

test('a plan that cannot be planned says so and holds no other up', async () => {
  world.at('2026-06-20T00:00:00Z');
  const daily: Schedule = { per: 'day', times: 1, hour: 6, time_zone: 'UTC' };
  const [broken, sound] = [await newBrand(daily, ['one']), await newBrand(daily, ['two'])];
  await rows("update plans set time_zone = 'Mars/Olympus' where brand_id = $1", [broken]);
  world.later(DAY_MS);
  await assert.rejects(look(), new RegExp(`the plan of brand ${broken} failed`));
  assert.equal((await slotsOf(sound)).length, 1);
  const collector = world.collector({ plans: true });
  collector.start();
  world.vendors.asked.length = 0;
  while (world.vendors.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await collector.stop();
  assert.match(String(world.errors[0]), new RegExp(`the plan of brand ${broken} failed`));
  world.errors.length = 0;
  await rows('delete from plans');
});

const hours = fc.integer({ min: 0, max: 23 });
const zones = fc.constantFrom(...ZONES, 'UTC', 'America/Santiago');
const agents = fc.constantFrom<string[]>(['chatgpt'], ['claude'], ['chatgpt', 'claude']);
const steps = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ is: fc.constant('look' as const), after: fc.integer({ min: 1, max: 30 * 60 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('both' as const), after: fc.integer({ min: 1, max: 30 * 60 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('down' as const), days: fc.integer({ min: 2, max: 10 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant('jump' as const), days: fc.constantFrom(400, -400, 1, -1) }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('change' as const), hour: hours, time_zone: zones }) },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('times' as const),
      per: fc.constantFrom('day' as const, 'week' as const),
      times: fc.integer({ min: 1, max: 7 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('asked' as const),
      agents,
      samples: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('switch' as const), off: fc.integer({ min: 1, max: 3000 }) }),
  },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** One life of a plan, beside its model. */
class Life {
  readonly id: number;
  readonly model: Model;
  #schedule: Schedule;
  #agents = ['chatgpt'];
  #samples = 1;

  constructor(id: number, schedule: Schedule) {
    this.id = id;
    this.#schedule = schedule;
    this.model = new Model(schedule, world.now());
  }

  async step(step: Step) {
    switch (step.is) {
      case 'look':
      case 'both':
        world.later(step.after * 60_000);
        return this.#look(step.is === 'both' ? machines.length : 1);
      case 'down':
        world.later(step.days * DAY_MS);
        return this.#look(1);
      case 'jump':
        world.later(step.days * DAY_MS);
        return this.#look(1);
      case 'switch':
        await this.#patch({ active: 'N' });
        world.later(step.off * 60_000);
        await look();
        return this.#patch({ active: 'Y' });
      case 'asked':
        this.#agents = step.agents;
        this.#samples = step.samples;
        return this.#patch({
          agents: step.agents.map((agent) => ({ agent, ...PRICED })),
          samples: step.samples,
        });
      default: {
        const { is, ...change } = step;
        return this.#patch(change);
      }
    }
  }

  async #look(schedulers: number) {
    await Promise.all(machines.slice(0, schedulers).map(({ context }) => planDue(context)));
    const each = this.#agents.flatMap((agent) =>
      Array.from({ length: this.#samples }, (_, at) => `any ${agent} ${at + 1}`),
    );
    this.model.look(world.now(), each);
  }

  async #patch(change: Partial<Schedule> & { active?: 'Y' | 'N'; samples?: number; agents?: object[] }) {
    const before = JSON.stringify(this.#schedule);
    const { active, samples, agents: asked, ...schedule } = change;
    Object.assign(this.#schedule, schedule);
    await call('updatePlan', { brand_id: this.id, ...change } as never);
    if (active || JSON.stringify(this.#schedule) !== before)
      this.model.change({ ...this.#schedule }, world.now());
  }
}

test('whatever happens to clock, plan and schedulers, what is planned is what the walk says, once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 40 }), async (history) => {
      world.at('2026-09-20T10:00:00Z');
      await rows('delete from plans');
      const schedule: Schedule = { per: 'day', times: 1, hour: 2, time_zone: 'Europe/Berlin' };
      const life = new Life(await newBrand(schedule, ['any']), schedule);
      for (const step of history) await life.step(step);
      const slots = await slotsOf(life.id);
      assert.deepEqual(slots.map(({ key }) => key).sort(), [...life.model.slots].sort());
      const waiting = new Set(slots.filter(({ state }) => state === 'waiting').map(({ name }) => name));
      assert.ok(waiting.size <= 1, `${[...waiting]} wait`);
    }),
    { numRuns: isLong ? 400 : 15 },
  );
});

test('a plan goes on after a clock that was wrong by 400 days was corrected', async () => {
  for (const days of [400, -400]) {
    world.at('2026-06-01T12:00:00Z');
    await rows('delete from plans');
    const schedule: Schedule = { per: 'day', times: 1, hour: 6, time_zone: 'Europe/Berlin' };
    const id = await newBrand(schedule, ['going on']);
    const named = async () => (await slotsOf(id)).map(({ name }) => name.slice(0, 10));
    const oneDay = async () => {
      world.later(DAY_MS);
      await look();
    };
    for (let day = 0; day < 3; day++) await oneDay();
    world.later(days * DAY_MS);
    for (let day = 0; day < 3; day++) await oneDay();
    world.later(-days * DAY_MS);
    for (let day = 0; day < 3; day++) await oneDay();
    const found = await named();
    for (const day of ['06-02', '06-03', '06-04', '06-08', '06-09', '06-10'])
      assert.equal(found.filter((name) => name === `2026-${day}`).length, 1, `2026-${day}, ${days} days`);
    assert.equal(new Set(found).size, found.length);
    await world.collector().untilDone();
    assert.equal((await slotsOf(id)).at(-1)?.state, 'answered');
  }
});
