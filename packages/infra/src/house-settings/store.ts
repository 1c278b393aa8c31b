import type { Db } from '../db/index.ts';
import { eq, sql } from '../sql/index.ts';
import { settingsOfHouse } from './tables.ts';

export const CHANNEL = 'tally_settings_of_house';

export async function listSealed(db: Db): Promise<{ name: string; value: string }[]> {
  return await db.select().from(settingsOfHouse);
}

export async function putSealed(db: Db, name: string, value: string): Promise<void> {
  await db
    .insert(settingsOfHouse)
    .values({ name, value })
    .onConflictDoUpdate({ target: settingsOfHouse.name, set: { value } });
}

/** Adds a sealed value. Returns false if the name already has a value, which is kept. */
export async function addSealed(db: Db, name: string, value: string): Promise<boolean> {
  const { rowCount } = await db.insert(settingsOfHouse).values({ name, value }).onConflictDoNothing();
  return rowCount === 1;
}

export async function dropSealed(db: Db, name: string): Promise<void> {
  await db.delete(settingsOfHouse).where(eq(settingsOfHouse.name, name));
}

export const callOut = async (db: Db): Promise<void> => void (await db.execute(sql`select pg_notify(${CHANNEL}, '')`));

/** Returns true if a person has logged in here, or the bot is in a server. */
export async function hasPeople(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ any: boolean }>(
    sql`select exists (select from users) or exists (select from servers) as any`,
  );
  return rows[0]?.any ?? true;
}

/** Empties our tables and deletes the jobs about their rows. Tables for migrations and keys are kept. */
export async function emptyTables(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ names: string }>(sql`
    select string_agg(quote_ident(relname), ', ') as names from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not in ('schema_migrations', 'applied_migrations', 'plans', 'plan_limits', 'plan_addons',
         'settings_of_house', 'encryption_keys', 'safe_mode', 'process_starts', 'tries')`);
  await tx.execute(sql.raw(`truncate ${rows[0]?.names ?? ''} restart identity`));
  const { rows: queues } = await tx.execute<{ any: boolean }>(sql`select to_regclass('pgboss.job') is not null as any`);
  if (queues[0]?.any) await tx.execute(sql`delete from pgboss.job`);
}
