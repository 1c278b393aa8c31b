import { PICTURES_PATH, type ServerId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, count, eq, isNotNull, isNull, lte, type SQL, sql } from '@tally/infra/sql';
import { giveaways, pictures, templates } from '../tables.ts';

export interface Picture {
  readonly serverId: ServerId;
  readonly name: string;
}

const isOne = ({ serverId, name }: Picture) => and(eq(pictures.serverId, serverId), eq(pictures.name, name));

/** Serializes uploads to a server, so parallel ones cannot exceed its limit. */
export async function lockPictures(tx: Db, serverId: ServerId): Promise<void> {
  await lockOn(tx, `giveaway pictures ${serverId}`);
}

export async function measurePictures(tx: Db, serverId: ServerId): Promise<{ count: number; bytes: number }> {
  const [row] = await tx
    .select({ count: count(), bytes: sql`coalesce(sum(${pictures.bytes}), 0)`.mapWith(Number) })
    .from(pictures)
    .where(eq(pictures.serverId, serverId));
  return { count: row?.count ?? 0, bytes: row?.bytes ?? 0 };
}

export async function insertPicture(tx: Db, row: typeof pictures.$inferInsert): Promise<void> {
  await tx.insert(pictures).values(row);
}

/** Protects a picture from deletion while this transaction starts to use it. Returns false if it is gone. */
export async function markUsed(tx: Db, picture: Picture): Promise<boolean> {
  const { rowCount } = await tx.update(pictures).set({ unusedSince: null }).where(isOne(picture));
  return rowCount === 1;
}

/** Compares only the end of the URL, because the site may have moved to another host. */
const address = sql`${PICTURES_PATH} || ${pictures.serverId} || '/' || ${pictures.name}`;
const shownBy = (table: typeof giveaways | typeof templates): SQL =>
  sql`exists (select 1 from ${table} where ${table.serverId} = ${pictures.serverId} and right(${table.settings} ->> 'image', length(${address})) = ${address})`;
const isUsed = sql`(${shownBy(giveaways)} or ${shownBy(templates)})`;

export async function noteUnused(db: Db, now: Date): Promise<void> {
  await db
    .update(pictures)
    .set({ unusedSince: now })
    .where(and(isNull(pictures.unusedSince), sql`not ${isUsed}`));
  await db
    .update(pictures)
    .set({ unusedSince: null })
    .where(and(isNotNull(pictures.unusedSince), isUsed));
}

export async function listUnused(
  db: Db,
  { until, limit }: { readonly until: Date; readonly limit: number },
): Promise<Picture[]> {
  return await db
    .select({ serverId: pictures.serverId, name: pictures.name })
    .from(pictures)
    .where(lte(pictures.unusedSince, until))
    .limit(limit);
}

/** Returns false if the picture has come into use again. */
export async function deleteUnused(tx: Db, picture: Picture, until: Date): Promise<boolean> {
  const { rowCount } = await tx.delete(pictures).where(and(isOne(picture), lte(pictures.unusedSince, until)));
  return rowCount === 1;
}

export async function forgetPictures(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(pictures).where(eq(pictures.serverId, serverId));
}
