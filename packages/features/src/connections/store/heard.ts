import type { PlatformToLink } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, inArray, lt, sql } from '@tally/infra/sql';
import { heardChats } from '../tables.ts';

/** If two people need the same chat, the subscription lasts until the later time. */
export async function subscribeUntil(
  tx: Db,
  platform: PlatformToLink,
  channelIds: readonly string[],
  until: Date,
): Promise<void> {
  if (channelIds.length === 0) return;
  await tx
    .insert(heardChats)
    .values(channelIds.map((channelId) => ({ platform, channelId, until })))
    .onConflictDoUpdate({
      target: [heardChats.platform, heardChats.channelId],
      set: { until: sql`greatest(${heardChats.until}, excluded.until)` },
    });
}

export async function countHeard(db: Db, platform: PlatformToLink, channelId: string) {
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      isHeard: sql<boolean>`coalesce(bool_or(${heardChats.channelId} = ${channelId}), false)`,
    })
    .from(heardChats)
    .where(eq(heardChats.platform, platform));
  return found ?? { count: 0, isHeard: false };
}

export async function listExpiredChats(db: Db, now: Date, limit: number) {
  return await db.select().from(heardChats).where(lt(heardChats.until, now)).limit(limit);
}

/** Deletes chats, except those that a feature has requested again. */
export async function deleteChats(
  tx: Db,
  platform: PlatformToLink,
  channelIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.delete(heardChats).where(and(among(platform, channelIds), lt(heardChats.until, now)));
}

/** Returns the chats that a feature still requests. */
export async function listRequested(
  db: Db,
  platform: PlatformToLink,
  channelIds: readonly string[],
): Promise<readonly string[]> {
  const found = await db.select({ id: heardChats.channelId }).from(heardChats).where(among(platform, channelIds));
  return found.map(({ id }) => id);
}

const among = (platform: PlatformToLink, channelIds: readonly string[]) =>
  and(eq(heardChats.platform, platform), inArray(heardChats.channelId, [...channelIds]));

export async function findHeard(db: Db, platform: PlatformToLink, channelId: string) {
  const isIt = and(eq(heardChats.platform, platform), eq(heardChats.channelId, channelId));
  const [found] = await db.select().from(heardChats).where(isIt);
  return found ?? null;
}

export async function noteHeard(
  db: Db,
  about: {
    readonly platform: PlatformToLink;
    readonly channelIds: readonly string[];
    readonly trouble: 'refused' | 'down' | null;
    /** When the platform accepted the subscription; null if it has not. */
    readonly heardAt: Date | null;
  },
): Promise<void> {
  const { platform, channelIds, trouble, heardAt } = about;
  if (channelIds.length === 0) return;
  await db
    .update(heardChats)
    .set({ trouble, heardAt })
    .where(
      and(
        eq(heardChats.platform, platform),
        inArray(heardChats.channelId, [...channelIds]),
        sql`(${heardChats.trouble} is distinct from ${trouble} or ${heardChats.heardAt} is null)`,
      ),
    );
}
