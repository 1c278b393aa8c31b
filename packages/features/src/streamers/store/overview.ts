import type { Platform, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, count, countDistinct, inArray, sql } from '@tally/infra/sql';
import { type StreamerRow, streamers } from '../tables.ts';

/** Lists servers with a streamer on these platforms that has one of these settings. */
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

/** Counts the followed creators, without duplicates. */
export async function countFollowed(db: Db): Promise<number> {
  const [row] = await db
    .select({ total: count(sql`distinct (${streamers.platform}, ${streamers.channelId})`) })
    .from(streamers);
  return row?.total ?? 0;
}

/** Counts the followed creators by platform. */
export async function countFollowedOn(db: Db): Promise<{ platform: Platform; total: number }[]> {
  return await db
    .select({ platform: streamers.platform, total: countDistinct(streamers.channelId) })
    .from(streamers)
    .groupBy(streamers.platform);
}

/** Lists followed channels with this name, each with one server that follows it. */
export async function listFollowedLike(
  db: Db,
  letters: string,
  limit: number,
): Promise<Pick<StreamerRow, 'platform' | 'channelId' | 'name' | 'serverId'>[]> {
  const { platform, channelId, name, serverId } = streamers;
  return await db
    .selectDistinctOn([platform, channelId], { platform, channelId, name, serverId })
    .from(streamers)
    .where(sql`position(lower(${letters}) in lower(${name})) > 0`)
    .orderBy(platform, channelId)
    .limit(limit);
}
