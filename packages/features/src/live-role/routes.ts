import { liveRole } from '@tally/contract';
import { implement } from '@tally/kernel';
import { findMembers, readState } from './service/read.ts';

export const routes = implement(liveRole, {
  getLiveRoles: async (ctx, { params }) => await readState(ctx, params.guildId),
  findMembers: async (ctx, { params, query }) => await findMembers(ctx, params.guildId, query.query),
});
