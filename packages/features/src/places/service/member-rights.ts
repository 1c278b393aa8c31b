import { type ChannelId, type RoleId, type ServerId, UserId } from '@tally/contract';
import {
  hasPermission,
  listPermissions,
  type MemberFacts,
  mayManageServer,
  missingFor,
  missingForPing,
  type PermissionName,
  permissionsIn,
  permissionsOf,
  takesNoMessages,
} from '@tally/discord/permissions';
import { type Ctx, say } from '@tally/kernel';
import { isEveryone, roleMention } from '@tally/message/discord';
import { readBot, readChannels, readServer } from './discord-facts.ts';

/** Works for members known by their Discord id, with or without an account here. */
export const managesServer = async (ctx: Ctx, serverId: ServerId, member: MemberFacts): Promise<boolean> =>
  mayManageServer(permissionsOf(await readServer(ctx, serverId), member));

/**
 * Returns a function that checks whether a member can see a channel of the server. Channels that Discord does not list
 * count as hidden.
 */
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

/** Lists channels with messages, and the permissions that the bot lacks to read their history. */
export async function channelsToRead(ctx: Ctx, serverId: ServerId) {
  const [server, channels] = await Promise.all([readServer(ctx, serverId), readChannels(ctx, serverId)]);
  const member = await readBot(ctx, server);
  const now = ctx.clock.now();
  return channels
    .filter(({ kind }) => kind !== 'thread' && !takesNoMessages(kind))
    .map(({ id, name, overwrites }) => ({
      id,
      name,
      missing: missingFor(permissionsIn({ server, member, overwrites, now }), 'readHistory'),
    }));
}

/** Lists channels that every member sees, even without any role. */
export const channelsSeenByAll = (ctx: Ctx, serverId: ServerId): Promise<(channelId: ChannelId) => boolean> =>
  channelsSeenBy(ctx, serverId, { userId: UserId.parse('0'.repeat(17)), roleIds: [] });

/**
 * Says in words why Discord would refuse this role's ping, or why it would reach no one. The bot and the person both
 * need the permission, so the bot pings only what that person could.
 */
export async function whyNotPing(
  ctx: Ctx,
  serverId: ServerId,
  about: { readonly roleId: RoleId; readonly channelId: ChannelId; readonly asker: MemberFacts },
): Promise<string | null> {
  const { roleId, channelId, asker } = about;
  const [server, channels] = await Promise.all([readServer(ctx, serverId), readChannels(ctx, serverId)]);
  const bot = await readBot(ctx, server);
  const { overwrites = [] } = channels.find(({ id }) => id === channelId) ?? {};
  const role = { isMentionable: !isEveryone(serverId, roleId) && (server.roles.get(roleId)?.isMentionable ?? false) };
  const lacks = (member: MemberFacts) => missingForPing(permissionsIn({ server, member, overwrites }), role);
  const why = (key: 'pingNeedsYou' | 'pingNeedsBot', missing: readonly PermissionName[]) =>
    say(ctx.locale, `servers.${key}`, {
      role: roleMention(serverId, roleId),
      channel: `<#${channelId}>`,
      permissions: listPermissions(ctx.locale, missing),
    });
  const [ofAsker, ofBot] = [lacks(asker), lacks(bot)];
  if (ofAsker.length > 0) return why('pingNeedsYou', ofAsker);
  return ofBot.length > 0 ? why('pingNeedsBot', ofBot) : null;
}
