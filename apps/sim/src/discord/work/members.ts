import type { Core } from '../discord.ts';
import { Intent } from '../gateway/intents.ts';
import { addBot, makeMember } from '../state/make.ts';
import { applicationOfBot, memberCount } from '../state/state.ts';
import type { Guild, Member, User } from '../state/types.ts';
import { guildCreateWire, userWire } from '../state/wire.ts';
import { dispatchGuild, dispatchMember, dispatchRole } from './dispatch.ts';

/** Adds a user. A bot also gets its role and receives the server. */
export function joinGuild(
  core: Core,
  guild: Guild,
  user: User,
  given: { permissions?: string; member?: Partial<Member> } = {},
): Member {
  const existing = guild.members.get(user.id);
  if (existing) return existing;
  if (!user.bot) {
    const member = makeMember(core.state, guild, user, given.member);
    dispatchMember(core, guild, 'GUILD_MEMBER_ADD', member);
    return member;
  }
  const member = addBot(core.state, { guild, user, permissions: given.permissions ?? '0' });
  const data = guildCreateWire(core.state, guild, { botId: user.id, hasPresences: false });
  core.gateway.dispatch({ type: 'GUILD_CREATE', guildId: guild.id, intent: Intent.GUILDS, data, onlyTo: user.id });
  for (const id of member.roles) {
    const role = guild.roles.get(id);
    if (role) dispatchRole(core, guild, 'GUILD_ROLE_CREATE', role);
  }
  core.shared.events.publish('discord', 'GUILD_CREATE', data);
  dispatchMember(core, guild, 'GUILD_MEMBER_ADD', member);
  return member;
}

/** Removes a user who leaves or is kicked. A bot's own role is removed with it. */
export function leaveGuild(core: Core, guild: Guild, userId: string): void {
  const member = guild.members.get(userId);
  if (!member) return;
  guild.members.delete(userId);
  dispatchGuild(core, guild, 'GUILD_MEMBER_REMOVE', Intent.GUILD_MEMBERS, {
    guild_id: guild.id,
    user: userWire(member.user),
  });
  if (!member.user.bot) return;
  const application = applicationOfBot(core.state, userId);
  // https://docs.discord.com/developers/events/gateway-events#integration-delete
  dispatchGuild(core, guild, 'INTEGRATION_DELETE', Intent.GUILD_INTEGRATIONS, {
    id: core.state.ids.next(),
    guild_id: guild.id,
    ...(application ? { application_id: application.id } : {}),
  });
  core.gateway.dispatch({
    type: 'GUILD_DELETE',
    guildId: guild.id,
    intent: Intent.GUILDS,
    data: { id: guild.id },
    onlyTo: userId,
  });
  for (const role of guild.roles.values()) {
    if (role.tags?.bot_id !== userId) continue;
    guild.roles.delete(role.id);
    dispatchGuild(core, guild, 'GUILD_ROLE_DELETE', Intent.GUILDS, { guild_id: guild.id, role_id: role.id });
  }
  // Webhooks and commands that an application created for this server are deleted with it.
  for (const webhook of core.state.webhooks.values()) {
    if (webhook.guildId === guild.id && webhook.applicationId === application?.id)
      core.state.webhooks.delete(webhook.id);
  }
  core.shared.events.publish('discord', 'GUILD_DELETE', {
    id: guild.id,
    member_count: memberCount(guild),
    bot_id: userId,
  });
}
