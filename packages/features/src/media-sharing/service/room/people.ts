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

/** Deletes a person's data by Discord id. Requests from other chats are stored under the platform's own id. */
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
    // Closes open players.
    await roomChanged(tx, userId);
  });
}

/** Leaves out the player's URL, which is secret, and the hash of the password. */
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
