import type { MediaReason } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { z } from 'zod';
import { findPlaying } from '../../store/items.ts';
import { findRoom } from '../../store/rooms.ts';
import { endPlaying } from '../player/end.ts';
import { inRoom } from '../room/room.ts';
import { settingsOf } from '../room/settings.ts';
import { lookUpVideo, type recheck } from './look-up.ts';

/**
 * These reasons end a video that was accepted before. If the platform does not answer, the video continues, because the
 * player reports a failure itself.
 */
const endsPlay = new Set<MediaReason>([
  'notFound',
  'isPrivate',
  'notEmbeddable',
  'ageRestricted',
  'isLive',
  'regionLocked',
]);

/** Checks a video when it starts, because it may have changed since it was requested or approved. */
export async function recheckPlaying(ctx: Ctx, { ownerId, itemId }: z.output<(typeof recheck)['data']>): Promise<void> {
  const room = await findRoom(ctx.db, ownerId);
  const playing = room && (await findPlaying(ctx.db, ownerId));
  if (playing?.id !== itemId) return;
  const { provider, kind, videoId } = playing;
  const { region } = settingsOf(room);
  const found = await lookUpVideo(ctx, { owner: ownerId, link: { provider, kind, videoId }, limits: { region } });
  if (!('refused' in found) || !endsPlay.has(found.refused)) return;
  const reason = found.refused;
  await inRoom(ctx, ownerId, async (tx) => {
    if ((await findPlaying(tx, ownerId))?.id !== itemId) return;
    await endPlaying(ctx, tx, { ownerId, id: itemId }, { state: 'failed', reason });
  });
}
