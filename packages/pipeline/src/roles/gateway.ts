import type { RoleId, ServerId, UserId } from '@tally/contract';
import { on } from '@tally/discord/gateway';
import { knownSet } from '@tally/infra/cache';
import { type Ctx, minutes, seconds } from '@tally/kernel';
import { carryOutSoon } from './carry-out.ts';
import { memberIsAbsent } from './change.ts';
import { compareSoon } from './jobs.ts';
import { callMember, listServersWithRoles } from './store/holdings.ts';

/** The gateway saves a server's state every few seconds, so an earlier comparison would still see the old state. */
const SAVED_WITHIN_MS = seconds(7);

/** Members join and leave all the time, but in most servers this check costs nothing. */
const concerned = knownSet<ServerId>('roles/concerned', minutes(1), (ctx) => listServersWithRoles(ctx.db));
const only = { servers: concerned.peek };

/** A changed role may have removed an obstacle, or may have caused one. */
async function roleIsDifferent(ctx: Ctx, { serverId }: { serverId: ServerId; roleId?: RoleId }): Promise<void> {
  if (!(await concerned.list(ctx)).has(serverId)) return;
  await compareSoon(ctx, serverId, { startAfter: new Date(ctx.clock.now().getTime() + SAVED_WITHIN_MS) });
}

async function memberIsBack(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<void> {
  if (!(await concerned.list(ctx)).has(serverId)) return;
  await callMember(ctx.db, { serverId, userId }, ctx.clock.now());
  await carryOutSoon(ctx, serverId);
}

export const roleGateway = [
  on(
    'memberJoined',
    async (ctx, { serverId, member }) => {
      if (member.user && !member.user.isBot) await memberIsBack(ctx, serverId, member.user.id);
    },
    only,
  ),
  on(
    'memberLeft',
    async (ctx, { serverId, user }) => {
      if ((await concerned.list(ctx)).has(serverId)) await memberIsAbsent(ctx, { serverId, userId: user.id });
    },
    only,
  ),
  on('roleChanged', roleIsDifferent, only),
  on('roleDeleted', roleIsDifferent, only),
];
