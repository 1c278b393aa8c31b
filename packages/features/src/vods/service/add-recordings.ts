import { hasFlag, type ServerId } from '@tally/contract';
import type { Channel, Ctx, Video } from '@tally/kernel';
import { plansOf } from '../../servers/index.ts';
import { eachFollowerPage, type Follower, listStreamersOf } from '../../streamers/index.ts';
import { hoursOf } from '../match.ts';
import { beginKeeping, findKeepHours, putKeepers } from '../store/keepers.ts';
import { putRecording } from '../store/recordings.ts';
import { isRefused } from '../store/refusals.ts';
import type { keepers } from '../tables.ts';
import { lockPermission } from './permission.ts';
import { saveSoon } from './queue.ts';

interface Found {
  readonly video: Video;
  readonly channel: Channel;
}

/** Adds one row for the recording, and one for each server that wants it. Safe to repeat. */
export async function addRecordings(ctx: Ctx, found: Found): Promise<void> {
  for await (const page of eachFollowerPage(ctx, found.channel)) {
    const wanting = page.filter(isWanting);
    if (wanting.length > 0) await addRecordingsFor(ctx, found, wanting);
  }
}

/** Saving is off until a manager confirms that the streamer agrees. */
const isWanting = ({ settings, pauseReason }: Follower): boolean =>
  settings.enableVodDownloading === true && settings.paused !== true && pauseReason !== 'planLimit';

async function addRecordingsFor(ctx: Ctx, { video, channel }: Found, followers: readonly Follower[]): Promise<void> {
  const serverIds = followers.map(({ serverId }) => serverId);
  const [plan, chosen] = await Promise.all([plansOf(ctx, serverIds), findKeepHours(ctx.db, serverIds)]);
  const entitled = followers.filter(({ serverId }) => hasFlag(plan(serverId).bitfield, 'AllowVodFeatures'));
  const ranks = await ranksOf(ctx, serverIds);
  const rows: Omit<typeof keepers.$inferInsert, 'recordingId'>[] = [];
  for (const { id, serverId, name } of entitled) {
    const hours = hoursOf(plan(serverId), chosen.get(serverId));
    const isInPlan = hours > 0 && (ranks.get(id) ?? 0) < plan(serverId).ceilings.vodStreamers;
    rows.push({ serverId, streamerName: name, hours, reason: isInPlan ? null : 'tooManyStreamers' });
  }
  if (rows.length === 0) return;
  const canBeSaved = ctx.platforms.with('playback').has(video.platform);
  await ctx.db.transaction(async (tx) => {
    await lockPermission(tx, channel.id);
    const isWithdrawn = await isRefused(tx, { platform: video.platform, channelId: channel.id });
    const isWanted = canBeSaved && !isWithdrawn && rows.some(({ reason }) => reason === null);
    const recording = await putRecording(tx, {
      ...rowOf(ctx, { video, channel }),
      state: isWanted ? 'waiting' : 'link',
      reason: isWithdrawn ? 'withdrawn' : canBeSaved ? null : 'platform',
    });
    await putKeepers(
      tx,
      rows.map((row) => ({ ...row, recordingId: recording.id, reason: isWithdrawn ? 'withdrawn' : row.reason })),
    );
    if (recording.savedAt) await beginKeeping(tx, recording.id, recording.savedAt);
    if (recording.state === 'waiting') await saveSoon(ctx, recording.id, { tx });
  });
}

/** Ranks each streamer among those that their server saves. The plan includes the ones added first. */
async function ranksOf(ctx: Ctx, serverIds: readonly ServerId[]): Promise<ReadonlyMap<string, number>> {
  const saving = (await listStreamersOf(ctx.db, serverIds)).filter(isWanting);
  const byServer = Map.groupBy(saving, ({ serverId }) => serverId).values();
  return new Map([...byServer].flatMap((rows) => rows.map(({ id }, rank) => [id, rank] as const)));
}

const rowOf = ({ random, clock }: Ctx, { video, channel }: Found) => ({
  id: Buffer.from(random.bytes(18)).toString('base64url'),
  platform: video.platform,
  videoId: video.id,
  channelId: channel.id,
  channelName: channel.name,
  title: video.title,
  url: video.url,
  thumbnailUrl: video.thumbnailUrl,
  startedAt: video.publishedAt,
  durationSeconds: video.durationSeconds,
  foundAt: clock.now(),
});
