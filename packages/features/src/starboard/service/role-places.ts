import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { RolePlace } from '../../settings/index.ts';
import { clearReward, listBoards } from '../store/boards.ts';
import { forgetKnown } from './boards.ts';
import { readBoards } from './change.ts';

/** The roles that authors of starred messages get. */
export async function rewardRoles(ctx: Ctx, serverId: ServerId): Promise<RolePlace[]> {
  const read = readBoards(serverId);
  return (await listBoards(ctx.db, serverId)).flatMap(({ id, settings: { rewardRole: roleId } }) => {
    if (!roleId) return [];
    const takeOff: RolePlace['takeOff'] = async (tx) => {
      const isGone = await clearReward(tx, id, roleId);
      await forgetKnown(ctx, serverId);
      return isGone;
    };
    return [{ roleId, what: { say: 'starboard.what' }, path: '/starboard', takeOff, read }];
  });
}
