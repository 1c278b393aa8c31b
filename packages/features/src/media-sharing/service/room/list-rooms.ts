import { type Ctx, requireUser } from '@tally/kernel';
import { listLeadersFor } from '../../../teams/index.ts';
import { facesOf, type Shown } from './read.ts';

/** The rooms that the caller may manage, their own first. */
export async function listRooms(ctx: Ctx): Promise<(Shown & { isOwn: boolean })[]> {
  const { userId } = requireUser(ctx);
  const leaders = await listLeadersFor(ctx, { userId, flag: 'ManageMediaShare' });
  const shown = await facesOf(ctx, [...new Set([userId, ...leaders.map(({ leaderId }) => leaderId)])]);
  return shown.map((face) => ({ ...face, isOwn: face.userId === userId }));
}
