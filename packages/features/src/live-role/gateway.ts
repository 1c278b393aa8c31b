import { on } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import { compareSoon } from '@tally/pipeline/roles';
import { sawMembers, sawPresence } from './service/presence.ts';
import { concernedServers, knownServer, peekConcerned } from './service/rules.ts';

/** The gateway saves its state of a server every few seconds: an earlier comparison would use old data. */
const SAVED_WITHIN_MS = seconds(7);

export const gateway = [
  on('presenceChanged', async (ctx, { serverId, ...seen }) => await sawPresence(ctx, serverId, seen), {
    servers: peekConcerned,
  }),
  on('presencesSeen', async (ctx, { serverId, presences, isWhole }) => {
    if (!(await concernedServers(ctx)).has(serverId)) return;
    await sawMembers(ctx, serverId, { presences, userIds: isWhole ? 'all' : 'some' });
    // While the bot was disconnected, trouble may have been fixed, or something may have broken.
    await compareSoon(ctx, serverId, { startAfter: new Date(ctx.clock.now().getTime() + SAVED_WITHIN_MS) });
  }),
  on('membersTold', async (ctx, { serverId, presences, userIds, nonce }) => {
    // A query for members by name contains no presences; missing members are not offline.
    if (nonce === null) await sawMembers(ctx, serverId, { presences, userIds });
  }),
  on('memberLeft', async (ctx, { serverId, user }) => {
    if ((await concernedServers(ctx)).has(serverId)) (await knownServer(ctx, serverId)).shown.delete(user.id);
  }),
];
