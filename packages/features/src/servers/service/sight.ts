import { type ChannelId, type RoleId, type ServerId, UserId } from '@tally/contract';
import { hasPermission, type MemberFacts, permissionsIn } from '@tally/discord/permissions';
import type { Ctx } from '@tally/kernel';
import { readChannels, readServer } from './discord-facts.ts';

/** Says who can see a channel of this server. A channel that we do not know is seen by no member. */
export interface Sight {
  /** A member without any role. */
  readonly isForAll: (channelId: ChannelId) => boolean;
  readonly isFor: (member: { userId: UserId; roleIds: readonly RoleId[] }, channelId: ChannelId) => boolean;
}

export async function openSight(ctx: Ctx, serverId: ServerId): Promise<Sight> {
  const [server, channels] = await Promise.all([readServer(ctx, serverId), readChannels(ctx, serverId)]);
  const known = new Map(channels.map((channel) => [channel.id, channel.overwrites]));
  const isFor = (member: MemberFacts, channelId: ChannelId): boolean => {
    const overwrites = known.get(channelId);
    return overwrites !== undefined && hasPermission(permissionsIn({ server, member, overwrites }), 'ViewChannel');
  };
  return { isFor, isForAll: (channelId) => isFor({ userId: UserId.parse('0'.repeat(17)), roleIds: [] }, channelId) };
}
