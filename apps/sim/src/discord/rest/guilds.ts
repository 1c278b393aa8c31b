import { ApiError } from '../rules/errors.ts';
import { memberCount } from '../state/state.ts';
import {
  channelWire,
  counts,
  guildWire,
  inviteWire,
  memberWire,
  roleWire,
  userWire,
  webhookWire,
} from '../state/wire.ts';
import { leaveGuild } from '../work/members.ts';
import { enterGuild, findMember, readLimit } from './find.ts';
import { type BotCall, botRoute, bucket, nothing, ok, type Route } from './route.ts';

export const guildRoutes: readonly Route[] = [
  botRoute('GET /guilds/:guild', { limit: bucket('guild-get', 10, 10), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call);
    const withCounts = call.query.get('with_counts') === 'true';
    return ok({ ...guildWire(call.core.state, guild), ...(withCounts ? counts(guild) : {}) });
  }),
  botRoute('GET /guilds/:guild/preview', { limit: bucket('guild-preview', 5, 5), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call);
    return ok({
      id: guild.id,
      name: guild.name,
      icon: guild.icon,
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
    return ok({ threads: threads.map((thread) => channelWire(call.core.state, thread)), members: [] });
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
  botRoute('GET /guilds/:guild/invites', { limit: bucket('guild-invites', 5, 5), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call, 'MANAGE_GUILD');
    const { state } = call.core;
    return ok(
      [...state.invites.values()]
        .filter((invite) => invite.guildId === guild.id)
        .map((invite) => inviteWire(state, invite)),
    );
  }),
  botRoute('GET /guilds/:guild/bans', { limit: bucket('guild-bans', 5, 5), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call, 'BAN_MEMBERS');
    const bans = [...guild.bans].map(([id, reason]) => ({ id, reason, user: call.core.state.users.get(id) }));
    return ok(bans.flatMap(({ user, reason }) => (user ? [{ reason, user: userWire(user) }] : [])));
  }),
  botRoute('GET /guilds/:guild/bans/:user', { limit: bucket('guild-ban-get', 5, 5), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call, 'BAN_MEMBERS');
    const user = call.core.state.users.get(call.params.user ?? '');
    if (!user || !guild.bans.has(user.id)) throw new ApiError(10026);
    return ok({ reason: guild.bans.get(user.id) ?? null, user: userWire(user) });
  }),
  botRoute(
    'PUT /guilds/:guild/bans/:user',
    { body: { loose: true }, limit: bucket('guild-ban', 5, 5), major: 'guild' },
    (call) => {
      const { guild } = enterGuild(call, 'BAN_MEMBERS');
      const user = call.core.state.users.get(call.params.user ?? '');
      if (!user) throw new ApiError(10013);
      if (guild.owner_id === user.id) throw new ApiError(50013);
      guild.bans.set(user.id, reasonOf(call));
      leaveGuild(call.core, guild, user.id);
      return nothing;
    },
  ),
  botRoute('DELETE /guilds/:guild/bans/:user', { limit: bucket('guild-unban', 5, 5), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call, 'BAN_MEMBERS');
    if (!guild.bans.delete(call.params.user ?? '')) throw new ApiError(10026);
    return nothing;
  }),
];

const reasonOf = (call: BotCall): string | null => {
  const reason = call.headers['x-audit-log-reason'];
  return typeof reason === 'string' ? decodeURIComponent(reason) : null;
};

/** Needs the members intent as well: without it REST refuses the list too. */
function listMembers(call: BotCall) {
  const { guild } = enterGuild(call);
  if ((call.application.privilegedIntents & (1 << 1)) === 0) throw new ApiError(50001);
  const limit = readLimit(call.query, { standard: 1, most: 1000 });
  const after = BigInt(call.query.get('after') ?? '0');
  const sorted = [...guild.members.values()].filter((member) => BigInt(member.user.id) > after);
  sorted.sort((one, other) => (BigInt(one.user.id) < BigInt(other.user.id) ? -1 : 1));
  return ok(sorted.slice(0, Math.min(limit, memberCount(guild))).map(memberWire));
}
