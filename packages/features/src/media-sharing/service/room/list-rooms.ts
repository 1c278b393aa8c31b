import type { UserId, WaitingLine } from '@tally/contract';
import { type Ctx, requireUser, say } from '@tally/kernel';
import { listLeadersFor } from '../../../teams/index.ts';
import { countPending } from '../../store/items.ts';
import { OWNER } from '../owner.ts';
import { facesOf, type Shown } from './read.ts';

/** Lists the rooms that the caller may manage, their own room first. */
export async function listRooms(ctx: Ctx): Promise<(Shown & { isOwn: boolean })[]> {
  const { userId } = requireUser(ctx);
  const leaders = await listLeadersFor(ctx, { userId, flag: 'ManageMediaShare' });
  const shown = await facesOf(ctx, [...new Set([userId, ...leaders.map(({ leaderId }) => leaderId)])]);
  return shown.map((face) => ({ ...face, isOwn: face.userId === userId }));
}

/** Counts requests that wait for approval, in the person's own room and in rooms that they help with. */
export async function waiting(ctx: Ctx, userId: UserId): Promise<WaitingLine[]> {
  const leaders = await listLeadersFor(ctx, { userId, flag: 'ManageMediaShare' });
  const nameOf = new Map(leaders.map(({ leaderId, leaderName }) => [leaderId, leaderName ?? leaderId]));
  return (await countPending(ctx.db, [userId, ...nameOf.keys()])).map(({ ownerId, pending: count }) => ({
    id: ownerId,
    about: OWNER,
    text:
      ownerId === userId
        ? say(ctx.locale, 'mediaSharing.toApprove', { count })
        : say(ctx.locale, 'mediaSharing.toApproveOf', { count, name: nameOf.get(ownerId) ?? ownerId }),
    path: `/dashboard/user/${ownerId}/media-sharing`,
    until: null,
  }));
}
