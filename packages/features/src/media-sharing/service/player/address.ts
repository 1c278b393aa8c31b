import type { UserId } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import type { Ctx } from '@tally/kernel';
import { AppError } from '@tally/kernel';
import { changeRoom, findRoom } from '../../store/rooms.ts';
import { inRoom, openRoom } from '../room/room.ts';

const PURPOSE = 'media_rooms.address';

const urlOf = (ctx: Ctx, token: string): string => `${ctx.config.webUrl}/media/player/${token}`;

export async function copyAddress(ctx: Ctx, ownerId: UserId): Promise<string> {
  const room = await findRoom(ctx.db, ownerId);
  if (!room?.address) throw new AppError('mediaNoAddress');
  return urlOf(ctx, ctx.secrets.decrypt(PURPOSE, room.address));
}

/** Replaces a URL that may have been visible on a stream. Pages with the old one end immediately. */
export async function renewAddress(ctx: Ctx, ownerId: UserId): Promise<string> {
  await openRoom(ctx, ownerId);
  const token = ctx.secrets.newToken();
  const url = urlOf(ctx, token);
  await inRoom(ctx, ownerId, async (tx) => {
    await changeRoom(tx, ownerId, {
      addressHash: ctx.secrets.hashToken(token),
      address: ctx.secrets.encrypt(PURPOSE, token),
      leaseTab: null,
      leaseUntil: null,
      leaseProcess: null,
      heldBy: null,
    });
    await keepReply(ctx, tx, { url });
  });
  return url;
}
