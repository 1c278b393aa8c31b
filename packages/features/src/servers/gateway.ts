import { on } from '@tally/discord/gateway';
import { forgetFacts } from './service/discord-facts.ts';
import { serverAppeared, serverChanged, serverLeft, shardConnected } from './service/presence.ts';

/** Keeps our rows of servers up to date. Events may arrive twice, so each carries the new state, not a difference. */
export const gateway = [
  on('shardReady', async (ctx, shard) => await shardConnected(ctx, shard)),
  on('serverSeen', async (ctx, { serverId, ...seen }) => await serverAppeared(ctx, { id: serverId, ...seen })),
  on('serverChanged', async (ctx, { id, name, icon, banner, ownerId }) => {
    await serverChanged(ctx, { id, name, icon, banner, ownerId });
  }),
  on('serverLeft', async (ctx, { serverId }) => await serverLeft(ctx, serverId)),
  // The dashboard's choices are cached for a moment; a manager who has just fixed something must see the change.
  on('roleMade', async (ctx, { serverId }) => await forgetFacts(ctx, serverId)),
  on('roleChanged', async (ctx, { serverId }) => await forgetFacts(ctx, serverId)),
  on('roleDeleted', async (ctx, { serverId }) => await forgetFacts(ctx, serverId)),
  on('channelMade', async (ctx, { serverId }) => {
    if (serverId) await forgetFacts(ctx, serverId);
  }),
  on('channelChanged', async (ctx, { serverId }) => {
    if (serverId) await forgetFacts(ctx, serverId);
  }),
  on('channelDeleted', async (ctx, { serverId }) => {
    if (serverId) await forgetFacts(ctx, serverId);
  }),
];
