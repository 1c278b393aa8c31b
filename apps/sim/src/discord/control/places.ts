import { z } from 'zod';
import { type Control, ControlError } from '../../world.ts';
import type { Core } from '../discord.ts';
import { Intent } from '../gateway/intents.ts';
import { channelName } from '../rest/servers/channels.ts';
import { makeChannel, makeGuild, makeRole } from '../state/make.ts';
import { applicationOfBot } from '../state/state.ts';
import type { Guild } from '../state/types.ts';
import { channelWire, guildCreateWire, guildWire, roleWire } from '../state/wire.ts';
import { removeChannel } from '../work/channels.ts';
import { dispatchChannel, dispatchGuild, dispatchRole } from '../work/dispatch.ts';
import { joinGuild } from '../work/members.ts';
import { removeRole } from '../work/roles.ts';
import { action, channelOf, guildOf, Id, userOf } from './ask.ts';

const Bits = z.string().regex(/^\d+$/);
const Overwrites = z.array(z.object({ id: Id, type: z.union([z.literal(0), z.literal(1)]), allow: Bits, deny: Bits }));
const ChannelFields = z.object({
  name: z.string().min(1).max(100).optional(),
  type: z.number().int().optional(),
  topic: z.string().max(1024).nullable().optional(),
  parent_id: Id.nullable().optional(),
  permission_overwrites: Overwrites.optional(),
  rate_limit_per_user: z.number().int().min(0).optional(),
});
const RoleFields = z.object({
  name: z.string().min(1).max(100).optional(),
  color: z.number().int().optional(),
  position: z.number().int().min(1).optional(),
  permissions: Bits.optional(),
  mentionable: z.boolean().optional(),
  hoist: z.boolean().optional(),
  managed: z.boolean().optional(),
  /** A role that Discord itself sells has a `subscription_listing_id`. */
  tags: z.object({ subscription_listing_id: Id }).optional(),
});
const GuildFields = z.object({
  name: z.string().min(2).max(100).optional(),
  owner_id: Id.optional(),
  icon: z.string().nullable().optional(),
  preferred_locale: z.string().optional(),
  premium_tier: z.number().int().min(0).max(3).optional(),
  features: z.array(z.string()).optional(),
});

/** Drops undefined fields, because they must not overwrite a stored value. */
const named = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>;
  };

/** Creates the actions of owners on servers, channels and roles. */
export const placeControls = (core: Core): Record<string, Control> => ({
  'add-channel': action(ChannelFields.required({ name: true }).extend({ guild_id: Id }), ({ guild_id, ...fields }) => {
    const name = channelName(fields.name, fields.type ?? 0);
    const channel = makeChannel(core.state, guildOf(core, guild_id).id, { ...named(fields), name });
    dispatchChannel(core, channel, 'CREATE');
    return channelWire(core.state, channel);
  }),
  'change-channel': action(ChannelFields.extend({ channel_id: Id }), ({ channel_id, ...fields }) => {
    const channel = channelOf(core, channel_id);
    Object.assign(channel, named(fields));
    dispatchChannel(core, channel, 'UPDATE');
    return channelWire(core.state, channel);
  }),
  'remove-channel': action(z.object({ channel_id: Id }), ({ channel_id }) => {
    removeChannel(core, channelOf(core, channel_id));
    return {};
  }),
  'add-role': action(RoleFields.required({ name: true }).extend({ guild_id: Id }), ({ guild_id, ...fields }) => {
    const guild = guildOf(core, guild_id);
    const role = makeRole(guild, { ...named(fields), name: fields.name, id: core.state.ids.next() });
    dispatchRole(core, guild, 'GUILD_ROLE_CREATE', role);
    return roleWire(role);
  }),
  'change-role': action(RoleFields.extend({ guild_id: Id, role_id: Id }), ({ guild_id, role_id, ...fields }) => {
    const { guild, role } = roleOf(core, guild_id, role_id);
    Object.assign(role, named(fields));
    dispatchRole(core, guild, 'GUILD_ROLE_UPDATE', role);
    return roleWire(role);
  }),
  'remove-role': action(z.object({ guild_id: Id, role_id: Id }), ({ guild_id, role_id }) => {
    const { guild, role } = roleOf(core, guild_id, role_id);
    removeRole(core, guild, role);
    return {};
  }),
  'add-guild': action(GuildFields.required({ name: true, owner_id: true }), ({ name, owner_id, ...fields }) => {
    const guild = makeGuild(core.state, { ...named(fields), name, owner_id });
    joinGuild(core, guild, userOf(core, owner_id));
    makeChannel(core.state, guild.id, { name: 'general' });
    core.shared.events.publish('discord', 'GUILD_CREATE', guildWire(core.state, guild));
    return {
      ...guildWire(core.state, guild),
      channels: [...guild.channels.values()].map((channel) => channelWire(core.state, channel)),
    };
  }),
  'change-guild': action(GuildFields.extend({ guild_id: Id }), ({ guild_id, ...fields }) => {
    const guild = guildOf(core, guild_id);
    Object.assign(guild, named(fields));
    dispatchGuild(core, guild, 'GUILD_UPDATE', Intent.GUILDS, guildWire(core.state, guild));
    return guildWire(core.state, guild);
  }),
  'remove-guild': action(z.object({ guild_id: Id }), ({ guild_id }) => {
    const guild = guildOf(core, guild_id);
    dispatchGuild(core, guild, 'GUILD_DELETE', Intent.GUILDS, { id: guild.id });
    for (const id of [...guild.channels.keys(), ...guild.threads.keys()]) core.state.channels.delete(id);
    core.state.guilds.delete(guild.id);
    return {};
  }),
  unavailable: action(z.object({ guild_id: Id, unavailable: z.boolean() }), ({ guild_id, unavailable }) => {
    setUnavailable(core, guildOf(core, guild_id), unavailable);
    return {};
  }),
});

function roleOf(core: Core, guildId: string, roleId: string) {
  const guild = guildOf(core, guildId);
  const role = guild.roles.get(roleId);
  if (!role) throw new ControlError(404, 'There is no such role');
  return { guild, role };
}

/** Simulates an outage of one server: https://docs.discord.com/developers/events/gateway-events#guild-delete */
function setUnavailable(core: Core, guild: Guild, isOut: boolean): void {
  guild.unavailable = isOut;
  if (isOut) {
    dispatchGuild(core, guild, 'GUILD_DELETE', Intent.GUILDS, { id: guild.id, unavailable: true });
    return;
  }
  for (const member of guild.members.values()) {
    if (!applicationOfBot(core.state, member.user.id)) continue;
    const data = guildCreateWire(core.state, guild, { botId: member.user.id, hasPresences: false });
    core.gateway.dispatch({
      type: 'GUILD_CREATE',
      guildId: guild.id,
      intent: Intent.GUILDS,
      data,
      onlyTo: member.user.id,
    });
  }
  core.shared.events.publish('discord', 'GUILD_CREATE', guildWire(core.state, guild));
}
