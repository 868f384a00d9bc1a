// Child process of the kill and power-cut tests: imports line after line into the embedded database and says
// on standard output which lines are committed. Arguments: folder, first line, lines per batch, batches.
import fs from 'node:fs';
import { makeContext } from '../../src/operations/context.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { encodeEvent } from './disk.ts';
import { ensureBrand, importLines, lines } from './workload.ts';

const [folder = '', first = '0', size = '10', batches = 'Infinity'] = process.argv.slice(2);

const journal = process.env.RECORD_TO ? fs.openSync(process.env.RECORD_TO, 'a') : undefined;

// At once and unbuffered, so that a kill cannot take an acknowledgement along.
const say = (text: string) => fs.writeSync(1, `${text}\n`);

const database = await openDatabase({ folder });
say('open');
await migrate(database);
say('migrated');
const context = makeContext({ database });
const brand = await ensureBrand(database);
let next = Number(first);
for (let batch = 0; batch < Number(batches); batch++) {
  await importLines(context, brand, lines(next, Number(size)));
  say(`ack ${next} ${Number(size)}`);
  if (journal) fs.writeSync(journal, encodeEvent({ is: 'ack', first: next, count: Number(size) }));
  if (journal && batch % 15 === 14) await database.pool.query('checkpoint');
  next += Number(size);
}
await database.close();
