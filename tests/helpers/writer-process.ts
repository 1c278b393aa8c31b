/** A process for tests that opens a data folder, writes numbered rows, and reports each acknowledged row. */

import { type Db, openDb } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { silentLog } from '@tally/kernel';

const [, , dataDir = '', wanted = 'write'] = process.argv;
try {
  const database = await openDb({ dataDir, log: silentLog });
  await database.db.execute(sql`create table if not exists written (number integer primary key, word text not null)`);
  const { rows } = await database.db.execute<{ last: number }>(
    sql`select coalesce(max(number), 0) as last from written`,
  );
  process.stdout.write('open\n');
  if (wanted === 'write') await writeOn(database.db, rows[0]?.last ?? 0);
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(`refused ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Writes rows until the process is killed. */
async function writeOn(db: Db, last: number): Promise<never> {
  for (let number = last + 1; ; number += 1) {
    // Every third write is a transaction of several rows, like the fan-out.
    if (number % 3 === 0) {
      await db.transaction(async (tx) => {
        await tx.execute(sql`insert into written values (${number}, 'in a transaction')`);
        await tx.execute(sql`update written set word = word || '.' where number = ${number - 1}`);
      });
    } else await db.execute(sql`insert into written values (${number}, ${'x'.repeat(500)})`);
    process.stdout.write(`${number}\n`);
  }
}
