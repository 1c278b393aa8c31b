import { type FillerVideo, fixedLimits, type UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx } from '@tally/kernel';
import { plainLine } from '../../match/plain.ts';
import { deleteFiller, insertFiller, listFillers } from '../../store/fillers.ts';
import { sayRefusal } from '../explain.ts';
import { getRoom, inRoom } from '../room/room.ts';
import { findVideo, ofOwner } from './find-video.ts';
import { addressOf } from './parse-link.ts';

export async function readFillers(ctx: Ctx, ownerId: UserId): Promise<FillerVideo[]> {
  const rows = await listFillers(ctx.db, ownerId);
  return rows.map(({ id, provider, kind, videoId, title, author, lengthSeconds, picture }) => ({
    fillerId: id,
    url: addressOf({ provider, kind, videoId }),
    provider,
    kind,
    videoId,
    title: plainLine(title),
    author: plainLine(author),
    lengthSeconds,
    picture,
  }));
}

async function requireRoom(db: Db, ownerId: UserId): Promise<void> {
  const most = fixedLimits.fillerVideos;
  if ((await listFillers(db, ownerId)).length >= most) throw new AppError('mediaTooManyFillers', { most });
}

/** Adds a filler, which starts immediately if nothing is playing. */
export async function addFiller(ctx: Ctx, ownerId: UserId, text: string, reply?: string): Promise<void> {
  const room = await getRoom(ctx, ownerId);
  await requireRoom(ctx.db, ownerId);
  const found = await findVideo(ctx, room, { text, ...ofOwner });
  if ('refusal' in found) throw new AppError('mediaRefused', {}, [sayRefusal(ctx.locale, found.refusal)]);
  const { provider, kind, videoId, lengthSeconds, picture } = found.video;
  await inRoom(ctx, ownerId, async (tx) => {
    await requireRoom(tx, ownerId);
    const title = plainLine(found.video.title);
    const author = plainLine(found.video.author);
    const video = { provider, kind, videoId, title, author, lengthSeconds, picture, endSecond: lengthSeconds };
    const row = { id: ctx.random.uuid(), ownerId, ...video, addedAt: ctx.clock.now(), playedAt: null };
    if (!(await insertFiller(tx, row))) throw new AppError('alreadyExists');
    await keepReply(ctx, tx, reply);
  });
}

export async function removeFiller(ctx: Ctx, ownerId: UserId, fillerId: string): Promise<void> {
  if (!(await deleteFiller(ctx.db, ownerId, fillerId))) throw new AppError('notFound');
}
