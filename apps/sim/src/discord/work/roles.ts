import type { Core } from '../discord.ts';
import { Intent } from '../gateway/intents.ts';
import type { Guild, Role } from '../state/types.ts';
import { dispatchGuild } from './dispatch.ts';

/** Deletes a role and removes it from its members. */
export function removeRole(core: Core, guild: Guild, role: Role): void {
  guild.roles.delete(role.id);
  for (const member of guild.members.values()) {
    if (member.roles.includes(role.id)) member.roles = member.roles.filter((id) => id !== role.id);
  }
  for (const channel of guild.channels.values()) {
    channel.permission_overwrites = channel.permission_overwrites.filter((overwrite) => overwrite.id !== role.id);
  }
  dispatchGuild(core, guild, 'GUILD_ROLE_DELETE', Intent.GUILDS, { guild_id: guild.id, role_id: role.id });
}
