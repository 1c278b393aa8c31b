import { Intent } from '../../gateway/intents.ts';
import { ApiError } from '../../rules/errors.ts';
import { memberCount } from '../../state/state.ts';
import {
  channelWire,
  counts,
  emojiWire,
  guildWire,
  memberWire,
  roleWire,
  stickerWire,
  webhookWire,
} from '../../state/wire.ts';
import { dispatchGuild } from '../../work/dispatch.ts';
import { storePicture } from '../../work/pictures.ts';
import { enterGuild, findMember, readId, readLimit } from '../find.ts';
import { type BotCall, botRoute, bucket, ok, type Route } from '../route.ts';

interface GuildBody {
  readonly name?: string;
  readonly description?: string | null;
  readonly icon?: string | null;
  readonly verification_level?: number | null;
  readonly system_channel_id?: string | null;
  readonly preferred_locale?: string | null;
  readonly owner_id?: string;
}

export const guildRoutes: readonly Route[] = [
  botRoute('GET /guilds/:guild', { limit: bucket('guild-get', 10, 10), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call);
    const withCounts = call.query.get('with_counts') === 'true';
    return ok({ ...guildWire(call.core.state, guild), ...(withCounts ? counts(guild) : {}) });
  }),
  botRoute<GuildBody>(
    'PATCH /guilds/:guild',
    { body: 'GuildPatchRequestPartial', limit: bucket('guild-edit', 5, 5), major: 'guild' },
    changeGuild,
  ),
  botRoute('GET /guilds/:guild/preview', { limit: bucket('guild-preview', 5, 5), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call);
    return ok({
      id: guild.id,
      name: guild.name,
      icon: guild.icon,
      splash: guild.splash,
      discovery_splash: null,
      home_header: null,
      emojis: [...guild.emojis.values()].map((emoji) => emojiWire(call.core.state, emoji)),
      stickers: [...guild.stickers.values()].map((sticker) => stickerWire(call.core.state, sticker)),
      features: guild.features,
      description: guild.description,
      ...counts(guild),
    });
  }),
  botRoute('GET /guilds/:guild/channels', { limit: bucket('guild-channels', 10, 10), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call);
    return ok([...guild.channels.values()].map((channel) => channelWire(call.core.state, channel)));
  }),
  botRoute('GET /guilds/:guild/threads/active', { limit: bucket('guild-threads', 10, 10), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call);
    const threads = [...guild.threads.values()].filter((thread) => !thread.thread_metadata?.archived);
    return ok({ threads: threads.map((thread) => channelWire(call.core.state, thread)), members: [], has_more: false });
  }),
  botRoute('GET /guilds/:guild/roles', { limit: bucket('guild-roles', 10, 10), major: 'guild' }, (call) =>
    ok([...enterGuild(call).guild.roles.values()].map(roleWire)),
  ),
  botRoute(
    'GET /guilds/:guild/roles/member-counts',
    { limit: bucket('guild-role-counts', 5, 10), major: 'guild' },
    (call) => {
      const { guild } = enterGuild(call);
      const found: Record<string, number> = {};
      for (const role of guild.roles.keys()) if (role !== guild.id) found[role] = 0;
      for (const member of guild.members.values())
        for (const role of member.roles) found[role] = (found[role] ?? 0) + 1;
      return ok(found);
    },
  ),
  botRoute('GET /guilds/:guild/members', { limit: bucket('guild-members', 10, 10), major: 'guild' }, listMembers),
  botRoute(
    'GET /guilds/:guild/members/search',
    { limit: bucket('guild-member-search', 10, 10), major: 'guild' },
    (call) => {
      const { guild } = enterGuild(call);
      const prefix = (call.query.get('query') ?? '').toLowerCase();
      const limit = readLimit(call.query, { standard: 1, most: 1000 });
      const found = [...guild.members.values()].filter((member) =>
        [member.user.username, member.nick, member.user.global_name].some((name) =>
          name?.toLowerCase().startsWith(prefix),
        ),
      );
      return ok(found.slice(0, limit).map(memberWire));
    },
  ),
  botRoute('GET /guilds/:guild/members/:user', { limit: bucket('guild-member-get', 5, 1), major: 'guild' }, (call) =>
    ok(memberWire(findMember(enterGuild(call).guild, call.params.user))),
  ),
  botRoute('GET /guilds/:guild/webhooks', { limit: bucket('guild-webhooks', 5, 5), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call, 'MANAGE_WEBHOOKS');
    const { state } = call.core;
    return ok(
      [...state.webhooks.values()].filter((hook) => hook.guildId === guild.id).map((hook) => webhookWire(state, hook)),
    );
  }),
];

/** Omitted fields stay unchanged. Only the owner can transfer a server. */
function changeGuild(call: BotCall<GuildBody>) {
  const { core, body } = call;
  const { guild } = enterGuild(call, 'MANAGE_GUILD');
  if (body.owner_id !== undefined && guild.owner_id !== call.user.id) throw new ApiError(50013);
  if (body.system_channel_id && guild.channels.get(body.system_channel_id)?.type !== 0) throw new ApiError(10003);
  if (body.icon !== undefined)
    guild.icon = storePicture(core, { folder: `icons/${guild.id}`, field: 'icon', data: body.icon });
  if (body.name !== undefined) guild.name = body.name;
  if (body.description !== undefined) guild.description = body.description;
  if (body.system_channel_id !== undefined) guild.system_channel_id = body.system_channel_id;
  guild.verification_level = body.verification_level ?? guild.verification_level;
  guild.preferred_locale = body.preferred_locale ?? guild.preferred_locale;
  const wire = guildWire(core.state, guild);
  dispatchGuild(core, guild, 'GUILD_UPDATE', Intent.GUILDS, wire);
  return ok(wire);
}

/** Also needs the members intent, without which REST refuses the list too. */
function listMembers(call: BotCall) {
  const { guild } = enterGuild(call);
  if ((call.application.privilegedIntents & (1 << 1)) === 0) throw new ApiError(50001);
  const limit = readLimit(call.query, { standard: 1, most: 1000 });
  const after = BigInt(readId(call.query, 'after') ?? '0');
  const sorted = [...guild.members.values()].filter((member) => BigInt(member.user.id) > after);
  sorted.sort((one, other) => (BigInt(one.user.id) < BigInt(other.user.id) ? -1 : 1));
  return ok(sorted.slice(0, Math.min(limit, memberCount(guild))).map(memberWire));
}
