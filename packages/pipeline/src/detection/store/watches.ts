import type { Platform } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, eq, isNotNull, isNull, type SQL, sql } from '@tally/infra/sql';
import type { PushTopic } from '@tally/kernel';
import { channels, watches } from '../tables.ts';

/** We also request clips of channels that are followed for this reason. */
export const CLIPS_REASON = 'clips';

/** The topics that a reason adds to the pushes about streams. */
export const reasonsOfTopics = {
  moderation: 'pushes of moderation',
  kicks: 'pushes of kicks',
  follows: 'pushes of follows',
} as const satisfies Record<PushTopic, string>;
const topicOf = new Map(Object.entries(reasonsOfTopics).map(([topic, reason]) => [reason, topic as PushTopic]));

/** Returns topics by channel. If no channels are given, all are included. */
export async function listTopics(
  db: Db,
  platform: Platform,
  channelIds?: readonly string[],
): Promise<ReadonlyMap<string, readonly PushTopic[]>> {
  const isWanted = anyOf(watches.reason, Object.values(reasonsOfTopics));
  const rows = await db
    .selectDistinct({ channelId: watches.channelId, reason: watches.reason })
    .from(watches)
    .where(and(eq(watches.platform, platform), isWanted, channelIds ? anyOf(watches.channelId, channelIds) : undefined))
    .orderBy(asc(watches.channelId), asc(watches.reason));
  const found = new Map<string, PushTopic[]>();
  for (const { channelId, reason } of rows) {
    const topic = topicOf.get(reason as (typeof reasonsOfTopics)[PushTopic]);
    if (topic) found.set(channelId, [...(found.get(channelId) ?? []), topic]);
  }
  return found;
}

type Watch = typeof watches.$inferInsert;
type Watched = Pick<Watch, 'platform' | 'channelId'>;

const isOf = (watched: Watched) =>
  and(eq(watches.platform, watched.platform), eq(watches.channelId, watched.channelId));
const isChannel = (watched: Watched) =>
  and(eq(channels.platform, watched.platform), eq(channels.channelId, watched.channelId));

export async function addWatch(tx: Db, watch: Watch): Promise<void> {
  await tx
    .insert(watches)
    .values(watch)
    .onConflictDoUpdate({
      target: [watches.platform, watches.channelId, watches.reason, watches.holder],
      set: { priority: watch.priority ?? 0 },
    });
  const now = watch.createdAt.toISOString();
  const wasFree = sql`${channels.nextAskAt} is null`;
  await tx
    .update(channels)
    .set({
      nextAskAt: sql`coalesce(${channels.nextAskAt}, ${now}::timestamptz)`,
      // A channel without followers for a while starts over: videos from that time are not news.
      followedAt: sql`case when ${wasFree} then ${now}::timestamptz else ${channels.followedAt} end`,
      videosKnownAt: sql`case when ${wasFree} then null else ${channels.videosKnownAt} end`,
      priority: highestPriority(watch),
      ...(watch.reason === CLIPS_REASON
        ? { nextClipsAt: sql`coalesce(${channels.nextClipsAt}, ${now}::timestamptz)` }
        : {}),
    })
    .where(isChannel(watch));
}

export async function removeWatch(
  tx: Db,
  watch: Pick<Watch, 'platform' | 'channelId' | 'reason' | 'holder'>,
): Promise<void> {
  await tx.delete(watches).where(and(isOf(watch), eq(watches.reason, watch.reason), eq(watches.holder, watch.holder)));
  const anybody = sql`exists (select from ${watches} where ${isOf(watch)})`;
  const anyForClips = sql`exists (select from ${watches} where ${and(isOf(watch), eq(watches.reason, CLIPS_REASON))})`;
  await tx
    .update(channels)
    .set({
      nextAskAt: sql`case when ${anybody} then ${channels.nextAskAt} end`,
      priority: highestPriority(watch),
      nextClipsAt: sql`case when ${anyForClips} then ${channels.nextClipsAt} end`,
      clipsAskedAt: sql`case when ${anyForClips} then ${channels.clipsAskedAt} end`,
      clipsSince: sql`case when ${anyForClips} then ${channels.clipsSince} end`,
      clipsCombedAt: sql`case when ${anyForClips} then ${channels.clipsCombedAt} end`,
    })
    .where(isChannel(watch));
}

export const listWatchesOf = async (db: Db, { reason, holder }: Pick<Watch, 'reason' | 'holder'>) =>
  await db
    .select()
    .from(watches)
    .where(and(eq(watches.reason, reason), eq(watches.holder, holder)))
    .orderBy(asc(watches.platform), asc(watches.channelId));

/** Returns all holders that follow some channel for this reason. */
export async function listHolders(db: Db, reason: string): Promise<string[]> {
  const rows = await db.selectDistinct({ holder: watches.holder }).from(watches).where(eq(watches.reason, reason));
  return rows.map(({ holder }) => holder);
}

const highestPriority = (watch: Watched) =>
  sql`coalesce((select max(${watches.priority}) from ${watches} where ${isOf(watch)}), 0)`;

/** Returns the followed channels, either all or some, in a stable order. */
export const listWatched = async (db: Db, platform: Platform, among?: readonly string[]): Promise<string[]> =>
  await listIds(db, platform, and(isNotNull(channels.nextAskAt), among && anyOf(channels.channelId, among)));

/** Returns the stored channels that no longer have followers. */
export const listDeserted = async (db: Db, platform: Platform): Promise<string[]> =>
  await listIds(db, platform, isNull(channels.nextAskAt));

async function listIds(db: Db, platform: Platform, which: SQL | undefined): Promise<string[]> {
  const rows = await db
    .select({ channelId: channels.channelId })
    .from(channels)
    .where(and(eq(channels.platform, platform), which))
    .orderBy(asc(channels.channelId));
  return rows.map((row) => row.channelId);
}

/** Returns which of these platforms have followed channels. The cost does not grow with the number of channels. */
export async function listWatchedPlatforms(db: Db, platforms: readonly Platform[]): Promise<Platform[]> {
  const { rows } = await db.execute<{ platform: Platform }>(sql`
    select platform from unnest(${sql.param([...platforms])}::text[]) as asked(platform)
     where exists (select from ${channels} where channels.platform = asked.platform and next_ask_at is not null)`);
  return rows.map(({ platform }) => platform);
}

export async function countWatched(db: Db, platform: Platform): Promise<number> {
  return db.$count(channels, and(eq(channels.platform, platform), isNotNull(channels.nextAskAt)));
}

/** Returns names of followed channels. The list is limited, because people read it. */
export async function listFollowedNames(db: Db, platform: Platform): Promise<string[]> {
  const rows = await db
    .select({ name: channels.name })
    .from(channels)
    .where(and(eq(channels.platform, platform), isNotNull(channels.nextAskAt)))
    .orderBy(asc(channels.name))
    .limit(MOST_NAMES);
  return rows.map((row) => row.name);
}

const MOST_NAMES = 10_000;
