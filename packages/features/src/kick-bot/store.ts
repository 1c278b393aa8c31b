import type { ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, eq, gt, lt } from '@tally/infra/sql';
import { type AskRow, asks, places } from './tables.ts';

export const listPlacesOf = async (db: Db, serverId: ServerId) =>
  await db.select().from(places).where(eq(places.serverId, serverId));

export async function savePlaces(tx: Db, rows: readonly (typeof places.$inferInsert)[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(places)
      .values([...rows])
      .onConflictDoNothing();
}

export async function deletePlaces(tx: Db, streamerIds: readonly string[]): Promise<void> {
  if (streamerIds.length > 0) await tx.delete(places).where(anyOf(places.streamerId, streamerIds));
}

export const forgetPlaces = async (tx: Db, serverId: ServerId): Promise<void> =>
  void (await tx.delete(places).where(eq(places.serverId, serverId)));

export const isWanted = async (db: Db, kickChannelId: string): Promise<boolean> =>
  (await db.$count(places, eq(places.kickChannelId, kickChannelId))) > 0;

export async function listWantedChannels(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ id: places.kickChannelId }).from(places).orderBy(places.kickChannelId);
  return rows.map(({ id }) => id);
}

/** Stores a request. If the person repeats it, the later time counts. */
export async function saveAsk(db: Db, ask: AskRow): Promise<void> {
  const { kickChannelId: _channel, senderId: _sender, ...set } = ask;
  await db
    .insert(asks)
    .values(ask)
    .onConflictDoUpdate({ target: [asks.kickChannelId, asks.senderId], set, setWhere: lt(asks.askedAt, ask.askedAt) });
}

export const listAsks = async (db: Db, kickChannelId: string, since: Date): Promise<AskRow[]> =>
  await db
    .select()
    .from(asks)
    .where(and(eq(asks.kickChannelId, kickChannelId), gt(asks.askedAt, since)))
    .limit(1_000);

export const forgetAsks = async (db: Db, before: Date): Promise<void> =>
  void (await db.delete(asks).where(lt(asks.askedAt, before)));
