import type { Platform } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, eq, isNotNull, isNull, lte, sql } from '@tally/infra/sql';
import type { Memory } from '@tally/kernel';
import { type ChannelRow, channels, type SessionRow, streamSessions } from '../tables.ts';

export interface DueQuery {
  readonly platform: Platform;
  readonly now: Date;
  readonly limit: number;
  /** A channel that was live since then counts as recently live. */
  readonly livelySince: Date;
  /**
   * A channel that has been due since before this time comes first, recently live or not. So even with a tight budget,
   * busy channels cannot starve it.
   */
  readonly starvingSince: Date;
  /**
   * Also includes channels that are not due yet, if they answered well and wait at most this many seconds. Null
   * includes only due channels.
   */
  readonly early: number | null;
  /** True if channels share the scarce requests in proportion to their usual wait. */
  readonly isByHabit: boolean;
}

/**
 * Lists due channels. Starving channels come first. Then come recently live and important ones or, by habit, those that
 * have waited longest for their usual pace. An important channel counts as having waited twice as long.
 */
export async function listDue(db: Db, query: DueQuery): Promise<string[]> {
  const { platform, now, limit, early } = query;
  const isStarving = sql`(${channels.nextAskAt} < ${query.starvingSince.toISOString()}::timestamptz)`;
  const isLively = sql`coalesce(${channels.lastLiveAt} > ${query.livelySince.toISOString()}::timestamptz, false)`;
  const share = sql`coalesce(extract(epoch from ${now.toISOString()}::timestamptz - ${channels.askedAt}) * (1 + least(${channels.priority}, 1)) / ${channels.usualWaitMs}, 'Infinity')`;
  const isEarly =
    early === null
      ? sql`false`
      : sql`(${isNull(channels.troubleSince)} and ${channels.nextAskAt} <= ${channels.askedAt} + ${early} * interval '1 second')`;
  const rows = await db
    .select({ channelId: channels.channelId })
    .from(channels)
    .where(
      and(
        eq(channels.platform, platform),
        isNotNull(channels.nextAskAt),
        early === null ? lte(channels.nextAskAt, now) : sql`(${lte(channels.nextAskAt, now)} or ${isEarly})`,
      ),
    )
    .orderBy(
      sql`${isStarving} desc`,
      ...(query.isByHabit
        ? [sql`case when ${isStarving} then 0 else ${share} end desc`]
        : [sql`(not ${isStarving} and ${isLively}) desc`, sql`${channels.priority} desc`]),
      channels.nextAskAt,
    )
    .limit(limit);
  return rows.map((row) => row.channelId);
}

export interface Asked {
  readonly channel: ChannelRow;
  readonly open: SessionRow | null;
}

/** Loads the rows that the requests and answers of a batch need, in the order of the batch. */
export async function loadAsked(db: Db, platform: Platform, ids: readonly string[]): Promise<Asked[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ channel: channels, open: streamSessions })
    .from(channels)
    .leftJoin(
      streamSessions,
      and(
        eq(streamSessions.platform, channels.platform),
        eq(streamSessions.channelId, channels.channelId),
        isNull(streamSessions.endedAt),
      ),
    )
    .where(and(eq(channels.platform, platform), anyOf(channels.channelId, ids)));
  const byId = new Map(rows.map((row) => [row.channel.channelId, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export interface AskedNote {
  readonly id: string;
  readonly nextAskAt: Date;
  readonly usualWaitMs: number;
  readonly isLive: boolean;
  readonly trouble: string | null;
  /** Undefined keeps the stored memory. */
  readonly memory: Memory | null | undefined;
  readonly knowsVideos: boolean;
}

/** Stores the results for each channel of a batch in one statement. */
export async function noteAsked(tx: Db, platform: Platform, notes: readonly AskedNote[], now: Date): Promise<void> {
  if (notes.length === 0) return;
  const rows = notes.map(({ memory, ...note }) => ({ ...note, memory: memory ?? null, keeps: memory === undefined }));
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    update ${channels} set
      asked_at = ${at},
      next_ask_at = note."nextAskAt",
      usual_wait_ms = note."usualWaitMs",
      last_live_at = case when note."isLive" then ${at} else channels.last_live_at end,
      trouble_reason = note.trouble,
      trouble_since = case when note.trouble is null then null else coalesce(channels.trouble_since, ${at}) end,
      memory = case when note.keeps then channels.memory else nullif(note.memory, 'null'::jsonb) end,
      videos_known_at = case when note."knowsVideos" then coalesce(channels.videos_known_at, ${at}) else channels.videos_known_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as note(id text, "nextAskAt" timestamptz, "usualWaitMs" integer, "isLive" boolean, trouble text, memory jsonb, keeps boolean, "knowsVideos" boolean)
    where channels.platform = ${platform} and channels.channel_id = note.id and channels.next_ask_at is not null`);
}

/**
 * Makes all channels due soon after the clock was set back. Otherwise, channels planned further ahead than any wait
 * would not be queried for a long time.
 */
export async function askAllSoon(db: Db, platform: Platform, now: Date): Promise<void> {
  await db
    .update(channels)
    .set({ nextAskAt: now })
    .where(
      and(
        eq(channels.platform, platform),
        isNotNull(channels.nextAskAt),
        sql`${channels.askedAt} > ${now.toISOString()}::timestamptz`,
      ),
    );
}

export interface PlatformCount {
  readonly platform: Platform;
  readonly watched: number;
  readonly troubled: number;
  readonly lastAnswerAt: Date | null;
  readonly reason: string | null;
}

/** Counts channels by state. A channel without an answer since `troubledSince` counts as troubled. */
export async function countStates(db: Db, troubledSince: Date): Promise<PlatformCount[]> {
  const since = troubledSince.toISOString();
  return db
    .select({
      platform: channels.platform,
      watched: sql<number>`count(*)::int`,
      troubled: sql<number>`(count(*) filter (where ${channels.troubleSince} <= ${since}::timestamptz))::int`,
      lastAnswerAt: sql<Date | null>`max(coalesce(${channels.troubleSince}, ${channels.askedAt}))`.mapWith(
        channels.askedAt,
      ),
      reason: sql<string | null>`max(${channels.troubleReason})`,
    })
    .from(channels)
    .where(isNotNull(channels.nextAskAt))
    .groupBy(channels.platform);
}
