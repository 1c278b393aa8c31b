import { Intent } from '../../gateway/intents.ts';
import { ApiError, formError } from '../../rules/errors.ts';
import type { State } from '../../state/state.ts';
import type { Invite } from '../../state/types.ts';
import { counts, userWire } from '../../state/wire.ts';
import { dispatchGuild } from '../../work/dispatch.ts';
import { enterGuild, enterPlace, findPlace, has, need } from '../find.ts';
import { type BotCall, botRoute, bucket, type Call, ok, openRoute, type Route } from '../route.ts';

interface InviteBody {
  readonly max_age?: number | null;
  readonly max_uses?: number | null;
  readonly temporary?: boolean | null;
  readonly unique?: boolean | null;
}

const limit = bucket('invite', 5, 15);
const A_DAY_S = 86_400;
const A_WEEK_S = 604_800;

/** https://docs.discord.com/developers/resources/invite */
export const inviteRoutes: readonly Route[] = [
  botRoute<InviteBody>(
    'POST /channels/:channel/invites',
    { body: 'CreateGuildInviteRequest', limit, major: 'channel' },
    createInvite,
  ),
  botRoute('GET /channels/:channel/invites', { limit, major: 'channel' }, (call) => {
    const { channel } = enterPlace(call, 'MANAGE_CHANNELS');
    return ok(listInvites(call, ({ channelId }) => channelId === channel.id));
  }),
  botRoute('GET /guilds/:guild/invites', { limit: bucket('guild-invites', 5, 5), major: 'guild' }, (call) => {
    const { guild, permissions } = enterGuild(call);
    const managesGuild = has(permissions, 'MANAGE_GUILD');
    if (!managesGuild) need(permissions, 'VIEW_AUDIT_LOG');
    return ok(listInvites(call, ({ guildId }) => guildId === guild.id, managesGuild));
  }),
  openRoute('GET /invites/:code', { auth: 'none', limit }, (call) => {
    const { core, query } = call;
    const invite = findInvite(call);
    const guild = core.state.guilds.get(invite.guildId);
    return ok({
      ...inviteWire(core.state, invite),
      ...(guild && query.get('with_counts') === 'true' ? counts(guild) : {}),
    });
  }),
  botRoute('DELETE /invites/:code', { limit }, (call) => {
    const { state } = call.core;
    const invite = findInvite(call);
    const { permissions, guild } = findPlace(call.core, call.user, invite.channelId);
    if (!has(permissions, 'MANAGE_GUILD')) need(permissions, 'MANAGE_CHANNELS');
    state.invites.delete(invite.code);
    const data = { channel_id: invite.channelId, guild_id: invite.guildId, code: invite.code };
    if (guild) dispatchGuild(call.core, guild, 'INVITE_DELETE', Intent.GUILD_INVITES, data);
    return ok(inviteWire(state, invite));
  }),
];

function createInvite(call: BotCall<InviteBody>) {
  const { core, body, user } = call;
  const { channel, guild } = enterPlace(call, 'CREATE_INSTANT_INVITE');
  if (!guild) throw new ApiError(50003);
  mustBeWithin('max_age', body.max_age, A_WEEK_S);
  mustBeWithin('max_uses', body.max_uses, 100);
  const wish = {
    guildId: guild.id,
    channelId: channel.id,
    inviterId: user.id,
    maxAge: body.max_age ?? A_DAY_S,
    maxUses: body.max_uses ?? 0,
    isTemporary: body.temporary ?? false,
  };
  // An equal request returns the same invite, unless it requests a new one.
  const isSame = (invite: Invite) =>
    isRunning(call, invite) && Object.entries(wish).every(([key, value]) => Reflect.get(invite, key) === value);
  const known = body.unique ? undefined : [...core.state.invites.values()].find(isSame);
  if (known) return ok({ ...inviteWire(core.state, known), ...inviteMetadata(known) });
  const invite: Invite = {
    ...wish,
    code: core.state.secret('invite').slice(-8),
    uses: 0,
    createdAt: core.state.clock.now().toISOString(),
  };
  core.state.invites.set(invite.code, invite);
  const wire = { ...inviteWire(core.state, invite), ...inviteMetadata(invite) };
  const data = { ...wire, guild_id: guild.id, channel_id: channel.id };
  dispatchGuild(core, guild, 'INVITE_CREATE', Intent.GUILD_INVITES, data);
  return ok(wire);
}

/** The published schema does not limit these two values. */
function mustBeWithin(field: string, value: number | null | undefined, most: number): void {
  if (typeof value !== 'number') return;
  if (value < 0) throw formError(field, 'NUMBER_TYPE_MIN', 'int value should be greater than or equal to 0.');
  if (value > most) throw formError(field, 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${most}.`);
}

const isRunning = ({ core }: Call, { maxAge, createdAt, channelId, guildId }: Invite): boolean =>
  (maxAge === 0 || Date.parse(createdAt) + maxAge * 1000 > core.state.clock.ms()) &&
  core.state.channels.has(channelId) &&
  core.state.guilds.has(guildId);

function findInvite(call: Call): Invite {
  const invite = call.core.state.invites.get(call.params.code ?? '');
  if (!invite || !isRunning(call, invite)) throw new ApiError(10006);
  return invite;
}

/** Only members who manage the channel or server see uses and expiry. */
const listInvites = (call: BotCall, isWanted: (invite: Invite) => boolean, isManager = true) =>
  [...call.core.state.invites.values()]
    .filter((invite) => isWanted(invite) && isRunning(call, invite))
    .map((invite) => ({ ...inviteWire(call.core.state, invite), ...(isManager ? inviteMetadata(invite) : {}) }));

const inviteWire = (state: State, invite: Invite) => {
  const guild = state.guilds.get(invite.guildId);
  const channel = state.channels.get(invite.channelId);
  const inviter = state.users.get(invite.inviterId);
  return {
    type: 0,
    code: invite.code,
    guild: guild
      ? {
          id: guild.id,
          name: guild.name,
          icon: guild.icon,
          banner: guild.banner,
          splash: guild.splash,
          description: guild.description,
          features: guild.features,
          verification_level: guild.verification_level,
          vanity_url_code: null,
          nsfw: false,
          nsfw_level: 0,
          premium_subscription_count: guild.premium_subscription_count,
        }
      : null,
    guild_id: invite.guildId,
    channel: channel ? { id: channel.id, name: channel.name, type: channel.type } : null,
    ...(inviter ? { inviter: userWire(inviter) } : {}),
    expires_at:
      invite.maxAge === 0 ? null : new Date(Date.parse(invite.createdAt) + invite.maxAge * 1000).toISOString(),
  };
};

/** Returns the fields of an invite that only the server's own members see. */
const inviteMetadata = (invite: Invite) => ({
  uses: invite.uses,
  max_age: invite.maxAge,
  max_uses: invite.maxUses,
  temporary: invite.isTemporary,
  created_at: invite.createdAt,
});
