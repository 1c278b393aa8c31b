import { type AppliedMigration, type Db, listApplied as listIn } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';

/** Returns the version as Postgres numbers it: 150004 is 15.4. */
export async function readServerVersion(db: Db): Promise<number> {
  const { rows } = await db.execute<{ version: string }>(sql`select current_setting('server_version_num') as version`);
  return Number(rows[0]?.version);
}

/** Returns an empty list if the program has never started on this database. */
export const listApplied = (db: Db) => listIn((text) => db.execute<AppliedMigration>(sql.raw(text)));
