import { nameOrAddress, type Platform, platforms, type ServerId } from '@tally/contract';
import { anyOf, columnsOf, type Db, lockOn, rowOf } from '@tally/infra/db';
import { and, asc, eq, sql } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { type StreamerRow, streamers } from '../tables.ts';
import { callOut } from './call-out.ts';

export interface StreamerAddress {
  readonly serverId: ServerId;
  readonly platform: Platform;
  /** The channel's URL part, such as `c/ada`, on a platform where several channels can share a name. */
  readonly name: string;
}

export const addressOfRow = ({ serverId, platform, channelId, name }: StreamerRow): StreamerAddress => ({
  serverId,
  platform,
  name: nameOrAddress({ id: channelId, name }),
});

/** The database lowercases both sides, because its locale decides which capital letters it knows. */
const isNamed = (name: string) => sql`lower(${streamers.name}) = lower(${name})`;

const at = (address: StreamerAddress) =>
  and(
    eq(streamers.serverId, address.serverId),
    eq(streamers.platform, address.platform),
    address.name.includes('/') ? eq(streamers.channelId, address.name.toLowerCase()) : isNamed(address.name),
  );

export async function findStreamer(db: Db, address: StreamerAddress): Promise<StreamerRow | null> {
  const [row] = await db.select().from(streamers).where(at(address)).limit(1);
  return row ?? null;
}

export async function findStreamerById(db: Db, id: string): Promise<StreamerRow | null> {
  const [row] = await db.select().from(streamers).where(eq(streamers.id, id));
  return row ?? null;
}

/** Locks a streamer until the transaction ends. Null if it was removed. */
export async function lockStreamer(tx: Db, id: string): Promise<StreamerRow | null> {
  const [row] = await tx.select().from(streamers).where(eq(streamers.id, id)).for('update');
  return row ?? null;
}

export async function listStreamersById(db: Db, ids: readonly string[]): Promise<StreamerRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute(sql`
    select ${columnsOf(streamers, 's')} from streamers s where s.id = any(${sql.param([...ids])}::uuid[])`);
  return rows.map((row) => rowOf(streamers, row));
}

/** Lists the streamers of one or several servers, oldest first. */
export async function listStreamersOf(db: Db, servers: ServerId | readonly ServerId[]): Promise<StreamerRow[]> {
  const isOfThem = anyOf(streamers.serverId, [servers].flat());
  return db.select().from(streamers).where(isOfThem).orderBy(asc(streamers.addedAt));
}

/** The place where a page of the list continues. On one platform, a user and a channel may share a name. */
export type StreamerPlace = Pick<StreamerRow, 'id' | 'name'>;

export async function listStreamers(
  db: Db,
  about: { serverId: ServerId; platform: Platform; after?: StreamerPlace | undefined; limit?: number | undefined },
): Promise<StreamerRow[]> {
  const { after } = about;
  const query = db
    .select()
    .from(streamers)
    .where(
      and(
        eq(streamers.serverId, about.serverId),
        eq(streamers.platform, about.platform),
        after
          ? sql`(lower(${streamers.name}), ${streamers.id}) > (lower(${after.name}), ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(sql`lower(${streamers.name})`), asc(streamers.id));
  return about.limit ? query.limit(about.limit) : query;
}

/** Finds streamers whose name contains the typed text. Names that begin with it come first. */
export async function searchStreamers(
  db: Db,
  about: { serverId: ServerId; platform: Platform | undefined; typed: string; limit: number },
): Promise<StreamerRow[]> {
  const place = sql`position(lower(${about.typed}) in lower(${streamers.name}))`;
  return db
    .select()
    .from(streamers)
    .where(
      and(
        eq(streamers.serverId, about.serverId),
        about.platform ? eq(streamers.platform, about.platform) : undefined,
        about.typed === '' ? undefined : sql`${place} > 0`,
      ),
    )
    .orderBy(asc(sql`least(${place}, 2)`), asc(sql`lower(${streamers.name})`), asc(streamers.id))
    .limit(about.limit);
}

/** One row per platform, plus one because a platform has both users and channels. */
const MOST_OF_A_NAME = platforms.length + 1;

/** Several creators on different platforms may share one name. */
export async function listNamed(db: Db, serverId: ServerId, name: string): Promise<StreamerRow[]> {
  return db
    .select()
    .from(streamers)
    .where(and(eq(streamers.serverId, serverId), isNamed(name)))
    .limit(MOST_OF_A_NAME);
}

export async function countStreamers(db: Db, serverId: ServerId, platform: Platform): Promise<number> {
  return db.$count(streamers, and(eq(streamers.serverId, serverId), eq(streamers.platform, platform)));
}

/** Locks all rows of a server's platform, so two people who add streamers at once cannot exceed the limit. */
export async function lockStreamers(tx: Db, serverId: ServerId, platform: Platform): Promise<void> {
  await lockOn(tx, `${serverId} ${platform}`);
}

export async function insertStreamer(tx: SettingsTx, row: typeof streamers.$inferInsert): Promise<StreamerRow> {
  const [inserted] = await tx.insert(streamers).values(row).returning();
  await callOut(tx, [row.serverId]);
  return inserted as StreamerRow;
}

export async function updateStreamer(
  tx: SettingsTx,
  id: string,
  change: Partial<typeof streamers.$inferInsert>,
): Promise<StreamerRow> {
  const [row] = await tx.update(streamers).set(change).where(eq(streamers.id, id)).returning();
  if (row) await callOut(tx, [row.serverId]);
  return row as StreamerRow;
}

export async function deleteStreamer(tx: SettingsTx, id: string): Promise<void> {
  const gone = await tx.delete(streamers).where(eq(streamers.id, id)).returning({ serverId: streamers.serverId });
  await callOut(
    tx,
    gone.map(({ serverId }) => serverId),
  );
}

export async function forgetStreamers(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(streamers).where(eq(streamers.serverId, serverId));
}
