import type { RoleId, ServerId } from '@tally/contract';
import { on } from '@tally/discord/gateway';
import { type Ctx, seconds } from '@tally/kernel';
import { reconcileSoon } from './jobs.ts';
import { sawMembers, sawPresence } from './service/presence.ts';
import { concernedServers, peekConcerned } from './service/rules.ts';
import { forgetLeft, isOurs } from './service/people.ts';

/** What the gateway knows of a server is saved every few seconds: looked at earlier, nothing would be mended yet. */
const SAVED_WITHIN_MS = seconds(7);

/** Somebody may have mended what was in the way, or broken what worked. */
async function look(ctx: Ctx, { serverId }: { serverId: ServerId; roleId?: RoleId }): Promise<void> {
  if (!(await isOurs(ctx, serverId))) return;
  await reconcileSoon(ctx, serverId, { startAfter: new Date(ctx.clock.now().getTime() + SAVED_WITHIN_MS) });
}

export const gateway = [
  on('presenceChanged', async (ctx, { serverId, ...seen }) => await sawPresence(ctx, serverId, seen), {
    servers: peekConcerned,
  }),
  on('presencesSeen', async (ctx, { serverId, presences, isWhole }) => {
    await sawMembers(ctx, serverId, { presences, userIds: isWhole ? 'all' : 'some' });
    await look(ctx, { serverId });
  }),
  on(
    'membersTold',
    async (ctx, { serverId, presences, userIds }) => await sawMembers(ctx, serverId, { presences, userIds }),
  ),
  on('memberLeft', async (ctx, { serverId, user }) => {
    if ((await concernedServers(ctx)).has(serverId) || (await isOurs(ctx, serverId)))
      await forgetLeft(ctx, serverId, user.id);
  }),
  on('roleChanged', look),
  on('roleDeleted', look),
];
