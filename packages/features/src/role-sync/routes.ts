import { roleSync } from '@tally/contract';
import { implement } from '@tally/kernel';
import { countHolders } from '@tally/pipeline/roles';
import { STANDING } from './service/claims.ts';
import { describeMembers } from './store/members.ts';

export const routes = implement(roleSync, {
  async getRoleSync(ctx, { params }) {
    const [about, roles] = await Promise.all([
      describeMembers(ctx.db, params.guildId),
      countHolders(ctx.db, params.guildId, [STANDING]),
    ]);
    return { ...about, roles };
  },
});
