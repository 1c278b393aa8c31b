import type { UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { forgetBannedName, forgetBanner, listBans } from '../../store/bans.ts';
import { forgetAuthor, listChanges } from '../../store/changes.ts';
import { listFillers } from '../../store/fillers.ts';
import { forgetDecider, forgetSender, listAllOf, listSentBy } from '../../store/items.ts';
import { deleteRoom, findRoom } from '../../store/rooms.ts';
import { forgetVoter } from '../../store/votes.ts';
import { unfollowOwner } from '../chat/follow-owner.ts';
import { voterOf, whoIs } from '../request/who.ts';
import { roomChanged } from './desk.ts';
import { settingsOf } from './settings.ts';

/** Deletes everything under the person's Discord id. Requests from other chats have ids of those platforms. */
export async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  const sender = { origin: 'web', id: userId } as const;
  await ctx.db.transaction(async (tx) => {
    await deleteRoom(tx, userId);
    await unfollowOwner(tx, userId);
    await forgetSender(tx, whoIs(sender).origins, userId);
    await forgetDecider(tx, userId);
    await forgetBanner(tx, userId);
    await forgetBannedName(tx, 'discord', userId);
    await forgetVoter(tx, voterOf(sender));
    await forgetAuthor(tx, userId);
    // Makes open players of the room end.
    await roomChanged(tx, userId);
  });
}

/** Exports everything except the player's secret URL and the password's hash. */
export async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const [room, sent] = await Promise.all([
    findRoom(ctx.db, userId),
    listSentBy(ctx.db, whoIs({ origin: 'web', id: userId }).origins, userId),
  ]);
  const requests = sent.map((item) => ({ ...item, decidedBy: null }));
  if (!room) return requests.length > 0 ? { requests } : {};
  const { name, enabled, permissions, password } = room;
  return {
    room: { name, enabled, permissions, settings: settingsOf(room), hasPassword: password !== null },
    changes: (await listChanges(ctx.db, userId)).map(({ id, at, before, after }) => ({ id, at, before, after })),
    bans: await listBans(ctx.db, userId, { after: null, limit: 10_000 }),
    fillers: await listFillers(ctx.db, userId),
    queue: await listAllOf(ctx.db, userId),
    ...(requests.length > 0 ? { requests } : {}),
  };
}
