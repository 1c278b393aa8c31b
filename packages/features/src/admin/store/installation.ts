import type { AppliedMigration, Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';

/** In Postgres's own form: 150004 is 15.4. */
export async function readServerVersion(db: Db): Promise<number> {
  const { rows } = await db.execute<{ version: string }>(sql`select current_setting('server_version_num') as version`);
  return Number(rows[0]?.version);
}

/** Empty if the program has never started on this database. */
export async function listApplied(db: Db): Promise<readonly AppliedMigration[]> {
  const { rows: known } = await db.execute<{ name: string | null }>(
    sql`select to_regclass('schema_migrations')::text as name`,
  );
  if (!known[0]?.name) return [];
  const { rows } = await db.execute<{ number: string; name: string; hash: string }>(
    sql`select number, name, hash from schema_migrations order by number`,
  );
  return rows;
}
