import type { Ctx } from '@tally/kernel';
import { listChannels, listVideos } from '@tally/pipeline/detection';
import { linkMessages } from '../../notifications/index.ts';
import { type Kept, listMislinked, markLinked } from '../store/keepers.ts';
import { watchUrlOf } from './read.ts';

const AT_ONCE = 200;

/**
 * Links a server's messages about a stream to our copy while it exists, and later back to the platform. Safe to repeat
 * after a crash.
 */
export async function linkCopies(ctx: Ctx): Promise<void> {
  const mislinked = await listMislinked(ctx.db, AT_ONCE);
  for (const those of Map.groupBy(mislinked, ({ recording }) => recording.id).values()) await linkOne(ctx, those);
}

/** Updates the links to one recording. */
async function linkOne(ctx: Ctx, those: readonly Kept[]): Promise<void> {
  const [{ recording }] = those as readonly [Kept];
  const { platform, channelId, videoId, url } = recording;
  const [[channel], [video]] = await Promise.all([
    listChannels(ctx.db, platform, [channelId]),
    listVideos(ctx.db, [{ platform, id: videoId, kind: 'vod' }]),
  ]);
  const isHere = ({ keeper }: Kept): boolean => keeper.reason === null;
  const elsewhere = new Map(
    those.map((kept) => [kept.keeper.serverId, isHere(kept) ? watchUrlOf(ctx, kept) : url] as const),
  );
  // Skips a channel or video that was deleted since, with all its messages.
  if (channel && video) {
    await linkMessages(ctx, { video, channel }, elsewhere);
  }
  for (const isLinked of [true, false]) {
    const serverIds = those.filter((kept) => isHere(kept) === isLinked).map(({ keeper }) => keeper.serverId);
    await markLinked(ctx.db, recording.id, { serverIds, isLinked });
  }
}
