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

/** False: the name has a value already, which stays. */
export async function addSealed(db: Db, name: string, value: string): Promise<boolean> {
  const { rowCount } = await db.insert(settingsOfHouse).values({ name, value }).onConflictDoNothing();
  return rowCount === 1;
}

export async function dropSealed(db: Db, name: string): Promise<void> {
  await db.delete(settingsOfHouse).where(eq(settingsOfHouse.name, name));
}

export const callOut = async (db: Db): Promise<void> => void (await db.execute(sql`select pg_notify(${CHANNEL}, '')`));
