/** A process for tests: opens a data folder and writes numbered rows, telling each one that was acknowledged. */
import { silentLog } from '@tally/kernel';
import { sql } from 'drizzle-orm';
import { openDb } from '@tally/infra/db';

const [, , dataDir = '', wanted = 'write'] = process.argv;
try {
  const database = await openDb({ dataDir, log: silentLog });
  await database.db.execute(sql`create table if not exists written (number integer primary key, word text not null)`);
  const { rows } = await database.db.execute<{ last: number }>(
    sql`select coalesce(max(number), 0) as last from written`,
  );
  let number = rows[0]?.last ?? 0;
  process.stdout.write('open\n');
  while (wanted === 'write') {
    number += 1;
    const next = number;
    // Every third in a transaction of several rows, as the fan-out does.
    if (next % 3 === 0) {
      await database.db.transaction(async (tx) => {
        await tx.execute(sql`insert into written values (${next}, 'in a transaction')`);
        await tx.execute(sql`update written set word = word || '.' where number = ${next - 1}`);
      });
    } else await database.db.execute(sql`insert into written values (${next}, ${'x'.repeat(500)})`);
    process.stdout.write(`${next}\n`);
  }
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(`refused ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
