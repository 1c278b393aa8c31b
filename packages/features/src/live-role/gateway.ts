import { on } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import { compareSoon } from '@tally/pipeline/roles';
import { sawMembers, sawPresence } from './service/presence.ts';
import { concernedServers, knownServer, peekConcerned } from './service/rules.ts';

/** The gateway saves a server's state only every few seconds, so we compare roles after that. */
const SAVED_WITHIN_MS = seconds(7);

export const gateway = [
  on('presenceChanged', async (ctx, { serverId, ...seen }) => await sawPresence(ctx, serverId, seen), {
    servers: peekConcerned,
  }),
  on('presencesSeen', async (ctx, { serverId, presences, isWhole }) => {
    if (!(await concernedServers(ctx)).has(serverId)) return;
    await sawMembers(ctx, serverId, { presences, userIds: isWhole ? 'all' : 'some' });
    // People may have fixed or caused a problem while the bot was disconnected.
    await compareSoon(ctx, serverId, { startAfter: new Date(ctx.clock.now().getTime() + SAVED_WITHIN_MS) });
  }),
  on('membersTold', async (ctx, { serverId, presences, userIds, nonce }) => {
    // An answer to a query by name contains no presences, so we cannot tell from it who is offline.
    if (nonce === null) await sawMembers(ctx, serverId, { presences, userIds });
  }),
  on('memberLeft', async (ctx, { serverId, user }) => {
    if ((await concernedServers(ctx)).has(serverId)) (await knownServer(ctx, serverId)).shown.delete(user.id);
  }),
];
