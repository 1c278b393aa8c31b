import type { ChannelId, ServerId } from '@tally/contract';
import {
  hasPermission,
  type MemberFacts,
  mayManageServer,
  permissionsIn,
  permissionsOf,
} from '@tally/discord/permissions';
import type { Ctx } from '@tally/kernel';
import { readChannels, readServer } from './discord-facts.ts';

/** For members as Discord names them, whether or not they have an account with us. */
export const managesServer = async (ctx: Ctx, serverId: ServerId, member: MemberFacts): Promise<boolean> =>
  mayManageServer(permissionsOf(await readServer(ctx, serverId), member));

/** Whether a member sees a channel of the server. Channels that Discord does not list count as hidden. */
export async function channelsSeenBy(
  ctx: Ctx,
  serverId: ServerId,
  member: MemberFacts,
): Promise<(channelId: ChannelId) => boolean> {
  const [server, channels] = await Promise.all([readServer(ctx, serverId), readChannels(ctx, serverId)]);
  const now = ctx.clock.now();
  const seen = new Set(
    channels
      .filter(({ overwrites }) => hasPermission(permissionsIn({ server, member, overwrites, now }), 'ViewChannel'))
      .map(({ id }) => id),
  );
  return (channelId) => seen.has(channelId);
}
