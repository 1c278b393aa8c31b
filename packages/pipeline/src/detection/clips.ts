import { type Ctx, minutes, type PlatformDefinition, seconds, UpstreamError } from '@tally/kernel';
import type { Budget } from './budget.ts';
import { asChannel, updateChannel } from './store/channels.ts';
import { listOpenSessions } from './store/sessions.ts';
import { listClipsDue } from './store/videos.ts';
import type { ChannelRow } from './tables.ts';
import { listUnknown, takeVideos } from './videos.ts';

const LIVE_MS = seconds(60);
const OTHERWISE_MS = minutes(10);
/** A clip may take a while to appear in the list; what comes twice is stored once. */
const OVERLAP_MS = minutes(10);
const AT_ONCE = 20;

/** Asks for the clips of channels that are followed for them. The first time it only records the starting point. */
export async function sweepClips(ctx: Ctx, platform: PlatformDefinition, budget?: Budget): Promise<void> {
  const list = ctx.platforms.find(platform.id)?.listClips;
  if (!list) return;
  const due = await listClipsDue(ctx.db, platform.id, ctx.clock.now(), AT_ONCE);
  const ids = due.map(({ channelId }) => channelId);
  const live = new Set((await listOpenSessions(ctx.db, platform.id, ids)).map(({ channelId }) => channelId));
  for (const channel of due) {
    if (budget && !budget.take()) return;
    await askForClips(ctx, channel, { list, pause: live.has(channel.channelId) ? LIVE_MS : OTHERWISE_MS });
  }
}

type ListClips = NonNullable<NonNullable<ReturnType<Ctx['platforms']['find']>>['listClips']>;

async function askForClips(ctx: Ctx, row: ChannelRow, about: { list: ListClips; pause: number }): Promise<void> {
  const now = ctx.clock.now();
  const followedFrom = row.clipsAskedAt ?? now;
  const since = new Date(Math.min(followedFrom.getTime(), now.getTime()) - OVERLAP_MS);
  const clips = await about.list(asChannel(row), since).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.debug({ err: error, channel: row.name }, 'clips could not be listed');
    return null;
  });
  const isFirst = row.clipsAskedAt === null;
  const found = (clips ?? []).map((video) => ({ video: { ...video, kind: 'clip' as const }, isNews: !isFirst }));
  const unknown = await listUnknown(ctx.db, row.platform, found);
  await ctx.db.transaction(async (tx) => {
    const nextClipsAt = new Date(now.getTime() + about.pause);
    await updateChannel(tx, row, { nextClipsAt, ...(clips ? { clipsAskedAt: now } : {}) });
    await takeVideos(ctx, tx, row.platform, unknown);
  });
}
