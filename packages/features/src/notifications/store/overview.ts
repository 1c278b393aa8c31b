import type { Platform, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, count, eq, inArray, sql } from '@tally/infra/sql';
import { streamers } from '../tables.ts';

/** The channels of a platform that any of these servers follows. */
export async function listChannelIdsIn(
  db: Db,
  about: { platform: Platform; serverIds: readonly ServerId[]; limit: number },
): Promise<string[]> {
  if (about.serverIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ channelId: streamers.channelId })
    .from(streamers)
    .where(and(eq(streamers.platform, about.platform), inArray(streamers.serverId, [...about.serverIds])))
    .orderBy(asc(streamers.channelId))
    .limit(about.limit);
  return rows.map(({ channelId }) => channelId);
}

/** Servers in which somebody on these platforms has one of these settings. */
export async function listServersThatSet(
  db: Db,
  platforms: readonly Platform[],
  keys: readonly string[],
): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: streamers.serverId })
    .from(streamers)
    .where(
      and(inArray(streamers.platform, [...platforms]), sql`${streamers.settings} ?| ${sql.param([...keys])}::text[]`),
    );
  return rows.map(({ serverId }) => serverId);
}

/** How many creators are followed, each counted once. */
export async function countFollowed(db: Db): Promise<number> {
  const [row] = await db
    .select({ total: count(sql`distinct (${streamers.platform}, ${streamers.channelId})`) })
    .from(streamers);
  return row?.total ?? 0;
}
