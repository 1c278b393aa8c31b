import type { RESTPatchAPICurrentUserJSONBody } from 'discord-api-types/v10';
import { gatewayUrl } from '../gateway/identify.ts';
import { ApiError } from '../rules/errors.ts';
import { makeChannel } from '../state/make.ts';
import { countGuilds } from '../state/state.ts';
import type { Guild, User } from '../state/types.ts';
import { channelWire, memberWire, partialGuildWire, selfWire, userWire } from '../state/wire.ts';
import { leaveGuild } from '../work/members.ts';
import { storePicture } from '../work/pictures.ts';
import { readId, readLimit } from './find.ts';
import { botRoute, bucket, type Call, nothing, ok, openRoute, type Route, roomy } from './route.ts';

/**
 * Discord recommends this number. It refuses a shard with more than 2,500 servers
 * (https://docs.discord.com/developers/events/gateway#sharding).
 */
const GUILDS_PER_SHARD = 1_000;

export const userRoutes: readonly Route[] = [
  openRoute('GET /gateway', { auth: 'none', limit: roomy('gateway') }, (call) =>
    ok({ url: gatewayUrl(call.core.shared.url()) }),
  ),
  botRoute('GET /gateway/bot', { limit: bucket('gateway-bot', 2, 5) }, ({ core, application }) => {
    const { identifies } = application;
    const now = core.state.clock.ms();
    const isOver = now - identifies.startedAt >= 86_400_000;
    return ok({
      url: gatewayUrl(core.shared.url()),
      shards:
        application.recommendedShards ??
        Math.max(1, Math.ceil(countGuilds(core.state, application) / GUILDS_PER_SHARD)),
      session_start_limit: {
        total: identifies.total,
        remaining: Math.max(0, identifies.total - (isOver ? 0 : identifies.used)),
        reset_after: isOver ? 0 : Math.max(0, identifies.startedAt + 86_400_000 - now),
        max_concurrency: application.maxConcurrency,
      },
    });
  }),
  openRoute('GET /users/@me', { auth: 'either', limit: roomy('user-self') }, (call) => {
    if (call.auth.kind === 'none') throw new ApiError(0);
    const hasEmail = call.auth.kind === 'bearer' && call.auth.grant.scopes.includes('email');
    if (call.auth.kind === 'bearer' && !call.auth.grant.scopes.includes('identify')) throw new ApiError(50026);
    return ok(selfWire(call.auth.user, hasEmail));
  }),
  botRoute<RESTPatchAPICurrentUserJSONBody>(
    'PATCH /users/@me',
    { body: 'BotAccountPatchRequest', limit: bucket('user-self-edit', 2, 3600) },
    ({ core, user, body }) => {
      if (body.username) user.username = body.username;
      if (body.avatar !== undefined)
        user.avatar = storePicture(core, { folder: `avatars/${user.id}`, field: 'avatar', data: body.avatar });
      if (body.banner !== undefined)
        user.banner = storePicture(core, { folder: `banners/${user.id}`, field: 'banner', data: body.banner });
      return ok(selfWire(user, false));
    },
  ),
  openRoute('GET /users/@me/guilds', { auth: 'either', limit: bucket('user-guilds', 1, 1) }, listGuilds),
  openRoute(
    'GET /users/@me/guilds/:guild/member',
    { auth: { scope: 'guilds.members.read' }, limit: bucket('user-guild-member', 5, 5), major: 'guild' },
    (call) => {
      const user = callerOf(call);
      const member = call.core.state.guilds.get(call.params.guild ?? '')?.members.get(user.id);
      if (!member) throw new ApiError(10004);
      return ok(memberWire(member));
    },
  ),
  openRoute('GET /users/@me/connections', { auth: { scope: 'connections' }, limit: roomy('user-connections') }, () =>
    ok([]),
  ),
  botRoute('DELETE /users/@me/guilds/:guild', { limit: roomy('user-guild-leave') }, ({ core, params, user }) => {
    const guild = core.state.guilds.get(params.guild ?? '');
    if (!guild?.members.has(user.id)) throw new ApiError(10004);
    leaveGuild(core, guild, user.id);
    return nothing;
  }),
  botRoute<{ recipient_id: string }>(
    'POST /users/@me/channels',
    { body: 'CreatePrivateChannelRequest', limit: bucket('dm-open', 10, 10) },
    ({ core, user, body }) => {
      const other = core.state.users.get(body.recipient_id);
      if (!other) throw new ApiError(10013);
      if (other.bot) throw new ApiError(50007);
      return ok(channelWire(core.state, openDm(core, user, other)));
    },
  ),
  botRoute('GET /users/:user', { limit: bucket('user-get', 30, 30) }, ({ core, params }) => {
    const user = core.state.users.get(params.user ?? '');
    if (!user) throw new ApiError(10013);
    return ok(userWire(user));
  }),
];

/** Two people always share the same direct channel. */
export function openDm({ state }: Call['core'], one: User, other: User) {
  for (const channel of state.dms.values()) {
    if (channel.recipients.includes(one.id) && channel.recipients.includes(other.id)) return channel;
  }
  return makeChannel(state, undefined, { name: '', type: 1, recipients: [one.id, other.id] });
}

function callerOf(call: Call): User {
  if (call.auth.kind === 'none') throw new ApiError(0);
  return call.auth.user;
}

function listGuilds(call: Call) {
  const user = callerOf(call);
  if (call.auth.kind === 'bearer' && !call.auth.grant.scopes.includes('guilds')) throw new ApiError(50026);
  const limit = readLimit(call.query, { standard: 200, most: 200 });
  const [before, after] = [readId(call.query, 'before'), readId(call.query, 'after')];
  const withCounts = call.query.get('with_counts') === 'true';
  const isChosen = (guild: Guild) =>
    guild.members.has(user.id) &&
    (!after || BigInt(guild.id) > BigInt(after)) &&
    (!before || BigInt(guild.id) < BigInt(before));
  const found = [...call.core.state.guilds.values()]
    .filter(isChosen)
    .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
  const page = before ? found.slice(-limit) : found.slice(0, limit);
  return ok(page.map((guild) => partialGuildWire(guild, user.id, withCounts)));
}
