import type { ServerId } from '@tally/contract';
import { on } from '@tally/discord/gateway';
import type { Member } from '@tally/discord/rest';
import type { Ctx } from '@tally/kernel';
import { sawMember } from './service/events.ts';
import { baselineSoon } from './service/queue.ts';
import { concernedServers, peekConcerned } from './service/rules.ts';
import { forgetMember } from './store/seen.ts';

async function look(ctx: Ctx, { serverId, member }: { serverId: ServerId; member: Member }): Promise<void> {
  if (!member.user || !(await concernedServers(ctx)).has(serverId)) return;
  await sawMember(ctx, serverId, { userId: member.user.id, roleIds: member.roleIds });
}

const only = { servers: peekConcerned };

export const gateway = [
  on('memberChanged', look, only),
  on('memberJoined', look, only),
  on(
    'memberLeft',
    async (ctx, { serverId, user }) => {
      if (!(await concernedServers(ctx)).has(serverId)) return;
      await forgetMember(ctx.db, { serverId, userId: user.id });
    },
    only,
  ),
  on('serverSeen', async (ctx, { serverId }) => {
    if ((await concernedServers(ctx)).has(serverId)) await baselineSoon(ctx, serverId);
  }),
];
