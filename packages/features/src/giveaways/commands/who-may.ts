import { type Answer, type Call, holdsPermissions } from '@tally/discord/interactions';
import { AppError, type Ctx } from '@tally/kernel';
import { findSettings } from '../store/settings.ts';

/** Who manages the server runs its giveaways, and whom it has chosen for that by role. */
export const byManagers =
  <C extends Call>(run: (ctx: Ctx, call: C) => Promise<Answer>) =>
  async (ctx: Ctx, call: C): Promise<Answer> => {
    if (!holdsPermissions(call.permissions, ['ManageGuild']) && !(await holdsRole(ctx, call)))
      throw new AppError('notAllowed');
    return await run(ctx, call);
  };

async function holdsRole(ctx: Ctx, { serverId, roleIds }: Call): Promise<boolean> {
  if (!serverId) return false;
  const { managerRoles } = await findSettings(ctx.db, serverId);
  return managerRoles.some((role) => roleIds.includes(role));
}
