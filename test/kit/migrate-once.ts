// A process that migrates the database of its first argument and prints what it applied.
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';

const database = await openDatabase({ url: process.argv[2], folder: process.argv[3] ?? '', poolSize: 1 });
console.log(JSON.stringify(await migrate(database)));
await database.close();
