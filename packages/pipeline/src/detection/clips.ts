import { type Ctx, minutes, type PlatformDefinition, seconds, UpstreamError } from '@tally/kernel';
import type { Budget } from './budget.ts';
import { asChannel, updateChannel } from './store/channels.ts';
import { listClipsDue } from './store/videos.ts';
import type { ChannelRow } from './tables.ts';
import { listUnknown, takeVideos } from './videos.ts';

const WHILE_LIVE_MS = seconds(60);
const OTHERWISE_MS = minutes(10);
/** A clip may take a while to appear in the list; what comes twice is stored once. */
const OVERLAP_MS = minutes(10);
const AT_ONCE = 20;

/** Asks for the clips of channels that are followed for them. The first time it only records the starting point. */
export async function sweepClips(ctx: Ctx, platform: PlatformDefinition, budget?: Budget): Promise<void> {
  const list = ctx.platforms.find(platform.id)?.listClips;
  if (!list) return;
  const now = ctx.clock.now();
  // Decided when it is asked, not before: who was quiet a moment ago may be live now.
  const quietBefore = new Date(now.getTime() - (OTHERWISE_MS - WHILE_LIVE_MS));
  for (const channel of await listClipsDue(ctx.db, platform.id, { now, quietBefore, limit: AT_ONCE })) {
    if (budget && !budget.take()) return;
    await askForClips(ctx, channel, list);
  }
}

type ListClips = NonNullable<NonNullable<ReturnType<Ctx['platforms']['find']>>['listClips']>;

async function askForClips(ctx: Ctx, row: ChannelRow, list: ListClips): Promise<void> {
  const now = ctx.clock.now();
  const followedFrom = row.clipsAskedAt ?? now;
  const since = new Date(Math.min(followedFrom.getTime(), now.getTime()) - OVERLAP_MS);
  const clips = await list(asChannel(row), since).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.debug({ err: error, channel: row.name }, 'clips could not be listed');
    return null;
  });
  const isFirst = row.clipsAskedAt === null;
  const found = (clips ?? []).map((video) => ({ video: { ...video, kind: 'clip' as const }, isNews: !isFirst }));
  const unknown = await listUnknown(ctx.db, row.platform, found);
  await ctx.db.transaction(async (tx) => {
    const nextClipsAt = new Date(now.getTime() + WHILE_LIVE_MS);
    await updateChannel(tx, row, { nextClipsAt, ...(clips ? { clipsAskedAt: now } : {}) });
    await takeVideos(ctx, tx, row.platform, unknown);
  });
}
