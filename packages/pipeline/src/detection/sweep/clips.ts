import {
  type ClipCalls,
  type Ctx,
  hours,
  minutes,
  type PlatformDefinition,
  seconds,
  UpstreamError,
  type Video,
} from '@tally/kernel';
import { asChannel, updateChannel } from '../store/channels.ts';
import { listClipsDue } from '../store/videos.ts';
import type { ChannelRow } from '../tables.ts';
import { listUnknown, storeVideos } from '../videos.ts';
import type { Budget } from './budget.ts';

const WHILE_LIVE_MS = seconds(60);
const OTHERWISE_MS = minutes(10);
/** A clip may take a while to appear in the list, so requests overlap. A clip that appears twice is stored once. */
const OVERLAP_MS = minutes(10);
/** Some clips appear hours after they were cut, so we read the whole last day this often. */
const COMBED_EVERY_MS = hours(1);
const NEWS_FOR_MS = hours(24);
const AT_ONCE = 20;

/** Requests the clips of channels that are followed for clips. The first run only records the starting point. */
export async function sweepClips(ctx: Ctx, platform: PlatformDefinition, budget?: Budget): Promise<void> {
  const calls = ctx.platforms.with('clips').get(platform.id);
  if (!calls) return;
  const now = ctx.clock.now();
  // Computed when the request is made, because a channel that was quiet a moment ago may be live now.
  const quietBefore = new Date(now.getTime() - (OTHERWISE_MS - WHILE_LIVE_MS));
  for (const channel of await listClipsDue(ctx.db, platform.id, { now, quietBefore, limit: AT_ONCE })) {
    if (budget && !budget.take()) return;
    await askForClips(ctx, channel, calls);
  }
}

async function askForClips(ctx: Ctx, row: ChannelRow, { listClips }: ClipCalls): Promise<void> {
  const now = ctx.clock.now();
  const isFirst = row.clipsAskedAt === null;
  const isCombed = !isFirst && (row.clipsCombedAt === null || elapsed(row.clipsCombedAt, now) >= COMBED_EVERY_MS);
  const since = sinceWhen(row, now, isCombed);
  const clips = await listClips(asChannel(row), since).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.debug({ err: error, channel: row.name }, 'clips could not be listed');
    return null;
  });
  const found = (clips ?? []).map((video) => ({
    video: { ...video, kind: 'clip' as const },
    isNews: !isFirst && isNewsOf(row, video, now),
  }));
  const unknown = await listUnknown(ctx.db, row.platform, found);
  await ctx.db.transaction(async (tx) => {
    const nextClipsAt = new Date(now.getTime() + WHILE_LIVE_MS);
    await updateChannel(tx, row, {
      nextClipsAt,
      ...(clips ? { clipsAskedAt: now } : {}),
      ...(clips && isFirst ? { clipsSince: now, clipsCombedAt: now } : {}),
      ...(clips && isCombed ? { clipsCombedAt: now } : {}),
    });
    await storeVideos(ctx, tx, row.platform, unknown);
  });
}

const elapsed = (since: Date, now: Date): number => now.getTime() - since.getTime();

/**
 * Returns the time of the last request. A full pass goes back up to a day, but never to before the channel was followed
 * for clips.
 */
function sinceWhen(row: ChannelRow, now: Date, isCombed: boolean): Date {
  const asked = Math.min((row.clipsAskedAt ?? now).getTime(), now.getTime()) - OVERLAP_MS;
  if (!isCombed) return new Date(asked);
  const wanted = (row.clipsSince ?? now).getTime() - OVERLAP_MS;
  return new Date(Math.min(asked, Math.max(wanted, now.getTime() - NEWS_FOR_MS)));
}

/** A late clip is announced for up to a day, unless it was cut before the channel was followed for clips. */
const isNewsOf = ({ clipsSince }: Pick<ChannelRow, 'clipsSince'>, { publishedAt }: Video, now: Date): boolean =>
  (clipsSince === null || publishedAt >= clipsSince) && elapsed(publishedAt, now) <= NEWS_FOR_MS;
