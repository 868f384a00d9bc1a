// Child process of the re-reading test: reads stale answers of a data folder again and says so batch by batch.
import fs from 'node:fs';
import { makeContext } from '../../src/operations/context.ts';
import { rereadBatch } from '../../src/operations/reread.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { ensureBrand } from './workload.ts';

const database = await openDatabase({ folder: process.argv[2] ?? '' });
const context = makeContext({ database });
const brand = await ensureBrand(database);
fs.writeSync(1, 'open\n');
while ((await rereadBatch(context, brand)) > 0) fs.writeSync(1, 'batch\n');
await database.close();
