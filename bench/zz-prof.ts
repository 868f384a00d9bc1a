import pg from 'pg';
import { prepareGround } from './bed.ts';
import { makeLargeBrand } from './large-brand.ts';
import { longTexts } from './texts.ts';
import { oneRound, readTexts, slotsOf, RAW_TABLE } from './write.ts';
const times = new Map<string, { n: number; ms: number }>();
let on = false;
const orig = pg.Client.prototype.query as any;
(pg.Client.prototype as any).query = function (...args: any[]) {
  const text = typeof args[0] === 'string' ? args[0] : (args[0]?.text ?? '');
  const start = performance.now();
  const r = orig.apply(this, args);
  if (on && r?.then) r.then(() => {
    const k = text.replace(/\s+/g, ' ').slice(0, 70);
    const t = times.get(k) ?? { n: 0, ms: 0 };
    t.n++; t.ms += performance.now() - start; times.set(k, t);
  }, () => {});
  return r;
};
const ground = prepareGround(false);
try {
  const bed = await ground.server();
  const brand = await makeLargeBrand(bed, { prompts: 100, agents: 8, days: 365 });
  const texts = readTexts(longTexts(1000), brand);
  await bed.database.pool.query(RAW_TABLE);
  const slots = slotsOf(brand);
  for (const [batch, rounds] of [[1, 200], [100, 30], [1000, 8]] as const) {
    await oneRound({ bed, brand, texts }, slots, batch);
    times.clear(); on = true;
    let sum = { ours: 0, raw: 0, late: 0 };
    for (let i = 0; i < rounds; i++) { const s = await oneRound({ bed, brand, texts }, slots, batch); sum.ours += s.ours; sum.raw += s.raw; sum.late += s.late; }
    on = false;
    console.log(batch, 'ours', (sum.ours / rounds).toFixed(2), 'late', (sum.late / rounds).toFixed(2), 'raw', (sum.raw / rounds).toFixed(2), 'x', (sum.ours / sum.raw).toFixed(2));
    for (const [k, t] of times) console.log('  ', (t.ms / rounds).toFixed(2).padStart(8), (t.n / rounds).toFixed(1), k);
  }
} finally { await ground.end(); }
