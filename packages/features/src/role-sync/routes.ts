import { roleSync } from '@tally/contract';
import { implement } from '@tally/kernel';
import { countHolders, describeMembers } from './store/members.ts';

export const routes = implement(roleSync, {
  async getRoleSync(ctx, { params }) {
    const [about, roles] = await Promise.all([
      describeMembers(ctx.db, params.guildId),
      countHolders(ctx.db, params.guildId),
    ]);
    return { ...about, roles };
  },
});
