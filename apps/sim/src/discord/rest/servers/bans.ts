import { Intent } from '../../gateway/intents.ts';
import { ApiError } from '../../rules/errors.ts';
import { ranksAboveMember } from '../../rules/permissions.ts';
import { timeOf } from '../../state/snowflake.ts';
import type { Guild, User } from '../../state/types.ts';
import { userWire } from '../../state/wire.ts';
import { dispatchGuild } from '../../work/dispatch.ts';
import { leaveGuild } from '../../work/members.ts';
import { deleteMessages } from '../../work/messages.ts';
import { enterGuild, type GuildPlace, readId, readLimit } from '../find.ts';
import { type BotCall, botRoute, bucket, nothing, ok, type Route } from '../route.ts';

interface BanBody {
  readonly delete_message_seconds?: number | null;
  readonly delete_message_days?: number | null;
}

const A_DAY_S = 86_400;

/** https://docs.discord.com/developers/resources/guild#get-guild-bans */
export const banRoutes: readonly Route[] = [
  botRoute('GET /guilds/:guild/bans', { limit: bucket('guild-bans', 5, 5), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call, 'BAN_MEMBERS');
    const limit = readLimit(call.query, { standard: 1000, most: 1000 });
    const [before, after] = [readId(call.query, 'before'), readId(call.query, 'after')];
    const ids = [...guild.bans.keys()]
      .filter((id) => (before ? BigInt(id) < BigInt(before) : !after || BigInt(id) > BigInt(after)))
      .sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
    const page = before ? ids.slice(-limit) : ids.slice(0, limit);
    return ok(page.flatMap((id) => call.core.state.users.get(id) ?? []).map((user) => banWire(guild, user)));
  }),
  botRoute('GET /guilds/:guild/bans/:user', { limit: bucket('guild-ban-get', 5, 5), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call, 'BAN_MEMBERS');
    const user = call.core.state.users.get(call.params.user ?? '');
    if (!user || !guild.bans.has(user.id)) throw new ApiError(10026);
    return ok(banWire(guild, user));
  }),
  botRoute<BanBody>(
    'PUT /guilds/:guild/bans/:user',
    { body: 'BanUserFromGuildRequest', limit: bucket('guild-ban', 5, 5), major: 'guild' },
    (call) => {
      const place = enterGuild(call, 'BAN_MEMBERS');
      const user = call.core.state.users.get(call.params.user ?? '');
      if (!user) throw new ApiError(10013);
      if (!mayBan(place, user)) throw new ApiError(50013);
      const { delete_message_seconds: seconds, delete_message_days: days } = call.body;
      ban(call, { guild: place.guild, user, seconds: seconds ?? (days ?? 0) * A_DAY_S });
      return nothing;
    },
  ),
  botRoute<BanBody & { user_ids: string[] }>(
    'POST /guilds/:guild/bulk-ban',
    { body: 'BulkBanUsersRequest', limit: bucket('guild-bulk-ban', 5, 5), major: 'guild' },
    (call) => {
      const place = enterGuild(call, 'BAN_MEMBERS', 'MANAGE_GUILD');
      const banned: string[] = [];
      const failed: string[] = [];
      for (const id of new Set(call.body.user_ids)) {
        const user = call.core.state.users.get(id);
        const isDone = user !== undefined && !place.guild.bans.has(id) && mayBan(place, user);
        (isDone ? banned : failed).push(id);
        if (isDone) ban(call, { guild: place.guild, user, seconds: call.body.delete_message_seconds ?? 0 });
      }
      if (banned.length === 0) throw new ApiError(500_000);
      return ok({ banned_users: banned, failed_users: failed });
    },
  ),
  botRoute('DELETE /guilds/:guild/bans/:user', { limit: bucket('guild-unban', 5, 5), major: 'guild' }, (call) => {
    const { guild } = enterGuild(call, 'BAN_MEMBERS');
    const id = call.params.user ?? '';
    const user = call.core.state.users.get(id);
    if (!guild.bans.delete(id) || !user) throw new ApiError(10026);
    dispatchGuild(call.core, guild, 'GUILD_BAN_REMOVE', Intent.GUILD_MODERATION, {
      guild_id: guild.id,
      user: userWire(user),
    });
    return nothing;
  }),
];

const banWire = (guild: Guild, user: User) => ({ reason: guild.bans.get(user.id) ?? null, user: userWire(user) });

/**
 * A person outside the server can be banned. Only a higher-ranked member can ban a member, who cannot ban themselves.
 */
function mayBan({ guild, member }: GuildPlace, user: User): boolean {
  const other = guild.members.get(user.id);
  return guild.owner_id !== user.id && (!other || ranksAboveMember(guild, member, other));
}

function ban(call: BotCall, given: { guild: Guild; user: User; seconds: number }): void {
  const { core } = call;
  const { guild, user } = given;
  guild.bans.set(user.id, reasonOf(call));
  dispatchGuild(core, guild, 'GUILD_BAN_ADD', Intent.GUILD_MODERATION, { guild_id: guild.id, user: userWire(user) });
  leaveGuild(core, guild, user.id);
  const since = core.state.clock.ms() - given.seconds * 1000;
  if (given.seconds === 0) return;
  for (const channel of [...guild.channels.values(), ...guild.threads.values()]) {
    const written = [...channel.messages.values()].filter(
      ({ authorId, id }) => authorId === user.id && timeOf(id) > since,
    );
    deleteMessages(
      core,
      channel,
      written.map(({ id }) => id),
    );
  }
}

const reasonOf = (call: BotCall): string | null => {
  const reason = call.headers['x-audit-log-reason'];
  if (typeof reason !== 'string') return null;
  try {
    return decodeURIComponent(reason);
  } catch {
    // A reason that is not encoded is used as it is.
    return reason;
  }
};
