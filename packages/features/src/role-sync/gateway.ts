import { on } from '@tally/discord/gateway';
import { concernedServers, peekConcerned } from './service/concerned.ts';
import { memberJoined } from './service/people.ts';
import { forgetMember } from './store/members.ts';

const only = { servers: peekConcerned };

export const gateway = [
  on(
    'memberJoined',
    async (ctx, { serverId, member }) => {
      if (member.user && !member.user.isBot) await memberJoined(ctx, serverId, member.user.id);
    },
    only,
  ),
  // Discord has already removed the roles of a member who left.
  on(
    'memberLeft',
    async (ctx, { serverId, user }) => {
      if (!(await concernedServers(ctx)).has(serverId)) return;
      await ctx.db.transaction((tx) => forgetMember(tx, { serverId, userId: user.id }));
    },
    only,
  ),
];
