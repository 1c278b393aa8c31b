import { type Ctx, declareJob, minutes, type PartnerClip, UpstreamError, type Video } from '@tally/kernel';
import { findChannel, storeVideos } from '@tally/pipeline/detection';
import { z } from 'zod';
import { ASK_COUNTS_MS, makerOf, PLATFORM } from '../match.ts';
import { listAsks } from '../store.ts';

export const readClip = declareJob({
  name: 'kick-bot/read-clip',
  data: z.object({
    channelId: z.string(),
    clipId: z.string(),
    line: z.object({ text: z.string(), replyTo: z.string().nullable(), sentAt: z.iso.datetime() }),
  }),
  concurrency: 4,
  retryLimit: 5,
});

/** KickBot may name a clip before its page exists. After this many attempts, we post only the link. */
const TRIES = 3;

/** Loads the page of a clip that KickBot named in a chat, and announces the clip once. */
export async function announceNamedClip(
  ctx: Ctx,
  { channelId, clipId, line }: z.output<typeof readClip.data>,
  { attempt }: { readonly attempt: number },
): Promise<void> {
  const channel = await findChannel(ctx.db, PLATFORM, channelId);
  if (!channel) return;
  const page = await readPage(ctx, clipId, attempt);
  // The line quotes a clip of another channel, which this channel's followers did not ask for.
  if (page && page.channelName !== channel.name) {
    ctx.log.info(
      { channel: channel.name, clip: clipId, of: page.channelName },
      'KickBot named a clip of another channel',
    );
    return;
  }
  const sentAt = new Date(line.sentAt);
  const asked = await listAsks(ctx.db, channelId, new Date(sentAt.getTime() - ASK_COUNTS_MS));
  const maker = makerOf({ ...line, sentAt }, asked);
  await tell(ctx, {
    ...nothing,
    channelId,
    id: clipId,
    kind: 'partnerClip',
    title: page?.title ?? null,
    url: `https://kickbot.com/clip/${clipId}`,
    publishedAt: sentAt,
    thumbnailUrl: page?.pictureUrl ?? null,
    durationSeconds: page?.durationSeconds ?? null,
    views: page?.views ?? null,
    clipper: maker ?? (page?.clipper ? { name: page.clipper, roles: [] } : null),
  });
}

async function readPage(ctx: Ctx, clipId: string, attempt: number): Promise<PartnerClip | null> {
  try {
    const pages = ctx.platforms.with('pages').get(PLATFORM);
    if (!pages) return null;
    const page = await pages.readPartnerClip(clipId);
    if (page) return page;
    if (attempt < TRIES) throw new UpstreamError({ world: 'kickbot', kind: 'gone', message: 'not there yet' });
    return null;
  } catch (error) {
    if (!(error instanceof UpstreamError) || attempt < TRIES) throw error;
    ctx.log.warn({ err: error, clip: clipId }, 'the page of a KickBot clip could not be read');
    return null;
  }
}

/** KickBot does not give us these fields. */
export const nothing = {
  platform: PLATFORM,
  description: null,
  thumbnailUrl: null,
  durationSeconds: null,
  category: null,
  views: null,
  streamId: null,
  clipper: null,
} as const satisfies Partial<Video>;

/** Stores a clip and announces it to everyone who follows the channel. A known id is ignored. */
export async function tell(ctx: Ctx, video: Video): Promise<void> {
  await ctx.db.transaction(async (tx) => await storeVideos(ctx, tx, PLATFORM, [{ video, isNews: true }]));
}

export const ASKS_KEPT_MS = minutes(10);
