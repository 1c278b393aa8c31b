/**
 * Writes docs/schema.sql from the migrations, or with `--check` reports whether it is up to date. The database is
 * created in memory, so your own data is safe.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { listSchema, migrate, openDb } from '@tally/infra/db';
import { silentLog } from '@tally/kernel';

const path = fileURLToPath(new URL('../docs/schema.sql', import.meta.url));

const database = await openDb({ dataDir: null, log: silentLog });
const count = await migrate(database);
const listing = await database.session(listSchema);
await database.close();

if (process.argv.includes('--check')) {
  const committed = await readFile(path, 'utf8').catch(() => '');
  if (committed === listing) console.log(`docs/schema.sql matches the ${count} migrations.`);
  else {
    console.error('docs/schema.sql does not match the migrations. Run `npm run schema:dump` and commit the result.');
    process.exitCode = 1;
  }
} else {
  await writeFile(path, listing);
  console.log(`docs/schema.sql was written from ${count} migrations.`);
}
