// `POST /brand-report` through the whole service, against bare node:http that answers the same bytes.
import { execFile } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { buildApp } from '../src/http/app.ts';
import { createKey } from '../src/operations/keys.ts';
import type { Bed, Ground } from './bed.ts';
import { makeLargeBrand } from './large-brand.ts';
import type { Load } from './load.ts';
import { perSecond, type Row } from './rows.ts';

const LEAST = { server: { repeated: 0.25, distinct: 0.12 }, embedded: { repeated: 0.05, distinct: 0.02 } };
// The quick variant guards what is reached today.
const QUICK_LEAST = {
  server: { repeated: 0.2, distinct: 0.12 },
  embedded: { repeated: 0.05, distinct: 0.02 },
};
const SHAPE = { prompts: 100, agents: 5, days: 90 };

export async function httpRequests(ground: Ground): Promise<Row[]> {
  const rows: Row[] = [];
  for (const open of [ground.server, ground.embedded])
    rows.push(...(await requestsOn(await open(), ground.quick)));
  return rows;
}

async function requestsOn(bed: Bed, quick: boolean): Promise<Row[]> {
  const brand = await makeLargeBrand(bed, quick ? { ...SHAPE, prompts: 40 } : SHAPE);
  const { key } = await createKey(bed.context, { accountId: bed.accountId, name: 'bench' });
  // Logs as the service does, into nothing.
  const logger = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false }));
  const app = buildApp(bed.service, { logger, rateLimitPerMinute: 0, maxInFlight: 200, version: 'bench' });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const report = await bed.service.call(
    'brandReport',
    { accountId: bed.accountId, brandId: null, keyId: 1 },
    { brand_id: brand.id },
  );
  const bare = await listenBare(JSON.stringify(report));
  const asked = { key, brandId: brand.id, seconds: quick ? 2 : 10 };
  const distinct = { agents: brand.agentNames, lastDay: brand.lastDay, days: brand.days };
  const url = `${address}/api/v1/brand-report`;
  const before = await load({ ...asked, url: bare.url });
  const repeated = await load({ ...asked, url });
  const other = await load({ ...asked, url, distinct });
  const after = await load({ ...asked, url: bare.url });
  await app.close();
  bare.server.close();
  const base = (before + after) / 2;
  const row = (what: string, rate: number, least: number): Row => ({
    what: `POST /brand-report, 50 connections, ${what}, ${bed.kind}, to bare node:http`,
    ours: perSecond(rate),
    baseline: perSecond(base),
    value: rate / base,
    target: { least },
  });
  const { repeated: leastRepeated, distinct: leastDistinct } = (quick ? QUICK_LEAST : LEAST)[bed.kind];
  return [row('repeated', repeated, leastRepeated), row('another filter each', other, leastDistinct)];
}

async function listenBare(body: string): Promise<{ url: string; server: http.Server }> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  };
  const server = http.createServer((_request, response) => {
    response.writeHead(200, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function load(of: Load): Promise<number> {
  const script = path.join(import.meta.dirname, 'load.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(of)]);
  return Number(stdout);
}
