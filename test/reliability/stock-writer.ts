// The same kind of workload on PGlite as it comes: shows that the power-cut simulation finds what is lost.
import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { encodeEvent } from './disk.ts';

const journal = fs.openSync(process.env.RECORD_TO ?? '', 'a');
const db = await PGlite.create({ dataDir: `${process.argv[2]}/pg` });
await db.exec('create table lines (number integer primary key)');
for (let number = 0; number < Number(process.argv[3]); number++) {
  await db.query('insert into lines values ($1)', [number]);
  fs.writeSync(journal, encodeEvent({ is: 'ack', first: number, count: 1 }));
  if (number % 20 === 19) await db.exec('checkpoint');
}
await db.close();
