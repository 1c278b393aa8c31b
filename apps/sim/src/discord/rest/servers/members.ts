import type { RESTPatchAPIGuildMemberJSONBody } from 'discord-api-types/v10';
import { ApiError, formError, tooLong } from '../../rules/errors.ts';
import { ALL_PERMISSIONS, guildPermissions, ranksAbove, ranksAboveMember } from '../../rules/permissions.ts';
import type { Guild, Member } from '../../state/types.ts';
import { memberWire } from '../../state/wire.ts';
import { dispatchMember } from '../../work/dispatch.ts';
import { joinGuild, leaveGuild } from '../../work/members.ts';
import { storePicture } from '../../work/pictures.ts';
import { enterGuild, findMember, type GuildPlace, need } from '../find.ts';
import { type BotCall, botRoute, bucket, created, nothing, ok, type Route } from '../route.ts';

interface SelfBody {
  readonly nick?: string | null;
  readonly avatar?: string | null;
  readonly banner?: string | null;
  readonly bio?: string | null;
}

const LONGEST_TIMEOUT_MS = 28 * 86_400_000;
const MEMBER = '/guilds/:guild/members/:user';

export const memberRoutes: readonly Route[] = [
  botRoute(`PUT ${MEMBER}/roles/:role`, { limit: bucket('member-role', 10, 10), major: 'guild' }, (call) =>
    changeRole(call, true),
  ),
  botRoute(`DELETE ${MEMBER}/roles/:role`, { limit: bucket('member-role', 10, 10), major: 'guild' }, (call) =>
    changeRole(call, false),
  ),
  botRoute<SelfBody>(
    'PATCH /guilds/:guild/members/@me',
    { body: { loose: true }, limit: bucket('member-self', 2, 10), major: 'guild' },
    changeSelf,
  ),
  botRoute<RESTPatchAPIGuildMemberJSONBody>(
    `PATCH ${MEMBER}`,
    { body: { loose: true }, limit: bucket('member-edit', 10, 10), major: 'guild' },
    changeMember,
  ),
  botRoute(`DELETE ${MEMBER}`, { limit: bucket('member-kick', 5, 5), major: 'guild' }, (call) => {
    const place = enterGuild(call, 'KICK_MEMBERS');
    const member = findMember(place.guild, call.params.user);
    if (!ranksAboveMember(place.guild, place.member, member)) throw new ApiError(50013);
    leaveGuild(call.core, place.guild, member.user.id);
    return nothing;
  }),
  botRoute<{ access_token: string; nick?: string | null; roles?: string[] | null }>(
    `PUT ${MEMBER}`,
    { body: 'BotAddGuildMemberRequest', limit: bucket('member-add', 10, 10), major: 'guild' },
    addMember,
  ),
];

/** A higher-ranked member can assign or remove a role, unless an integration manages it. */
function changeRole(call: BotCall, isGiven: boolean) {
  const place = enterGuild(call, 'MANAGE_ROLES');
  const member = findMember(place.guild, call.params.user);
  const role = place.guild.roles.get(call.params.role ?? '');
  if (!role) throw new ApiError(10011);
  if (role.managed || role.id === place.guild.id) throw new ApiError(50028);
  if (!ranksAbove(place.guild, place.member, role)) throw new ApiError(50013);
  const hasIt = member.roles.includes(role.id);
  if (hasIt === isGiven) return nothing;
  member.roles = isGiven ? [...member.roles, role.id] : member.roles.filter((id) => id !== role.id);
  dispatchMember(call.core, place.guild, 'GUILD_MEMBER_UPDATE', member);
  return nothing;
}

/** Changes the bot's profile in a server. https://docs.discord.com/developers/resources/guild#modify-current-member */
function changeSelf(call: BotCall<SelfBody>) {
  const { core, body } = call;
  const { guild, member, permissions } = enterGuild(call);
  if (body.nick !== undefined) {
    need(permissions, 'CHANGE_NICKNAME');
    member.nick = readNick(body.nick);
  }
  if ((body.bio?.length ?? 0) > 190) throw tooLong('bio', 190);
  if (body.bio !== undefined) member.bio = body.bio ?? '';
  const folder = `guilds/${guild.id}/users/${member.user.id}`;
  if (body.avatar !== undefined)
    member.avatar = storePicture(core, { folder: `${folder}/avatars`, field: 'avatar', data: body.avatar });
  if (body.banner !== undefined)
    member.banner = storePicture(core, { folder: `${folder}/banners`, field: 'banner', data: body.banner });
  dispatchMember(core, guild, 'GUILD_MEMBER_UPDATE', member);
  return ok({ ...memberWire(member), bio: member.bio });
}

/** All changes apply or none. If one field is refused, the others stay unchanged. */
function changeMember(call: BotCall<RESTPatchAPIGuildMemberJSONBody>) {
  const { body } = call;
  const place = enterGuild(call);
  const member = findMember(place.guild, call.params.user);
  const changed: Partial<Member> = {};
  if (body.nick !== undefined) {
    need(place.permissions, 'MANAGE_NICKNAMES');
    mustStandAboveMember(place, member);
    changed.nick = readNick(body.nick);
  }
  if (body.roles) changed.roles = readRoles(place, member, body.roles);
  if (body.communication_disabled_until !== undefined) {
    need(place.permissions, 'MODERATE_MEMBERS');
    mustStandAboveMember(place, member);
    changed.communication_disabled_until = readTimeout(call, { ...place, other: member });
  }
  Object.assign(member, changed);
  dispatchMember(call.core, place.guild, 'GUILD_MEMBER_UPDATE', member);
  return ok(memberWire(member));
}

function mustStandAboveMember({ guild, member }: GuildPlace, other: Member): void {
  if (other !== member && !ranksAboveMember(guild, member, other)) throw new ApiError(50013);
}

function readNick(nick: unknown): string | null {
  if (nick !== null && typeof nick !== 'string')
    throw formError('nick', 'STRING_TYPE_CONVERT', 'Could not interpret this as string.');
  if ((nick?.length ?? 0) > 32) throw tooLong('nick', 32);
  return nick || null;
}

/**
 * A timeout lasts at most 28 days and cannot apply to an administrator.
 * https://docs.discord.com/developers/resources/guild#modify-guild-member
 */
function readTimeout(call: BotCall<RESTPatchAPIGuildMemberJSONBody>, about: { guild: Guild; other: Member }) {
  const until: unknown = call.body.communication_disabled_until;
  if (until === null) return null;
  const field = 'communication_disabled_until';
  const at = typeof until === 'string' ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(at))
    throw formError(field, 'DATE_TIME_TYPE_PARSE', `Could not parse ${JSON.stringify(until)}. Should be ISO8601.`);
  if (at > call.core.state.clock.ms() + LONGEST_TIMEOUT_MS)
    throw formError(
      field,
      'GUILD_MEMBER_COMMUNICATION_DISABLED_TOO_LONG',
      'Communication disabled duration cannot be longer than 28 days',
    );
  if (guildPermissions(about.guild, about.other) === ALL_PERMISSIONS) throw new ApiError(50013);
  return new Date(at).toISOString();
}

/** Reads the whole list at once. Every changed role is checked like a single one. */
function readRoles(place: GuildPlace, member: Member, wanted: readonly string[]): string[] {
  need(place.permissions, 'MANAGE_ROLES');
  if (!Array.isArray(wanted)) throw formError('roles', 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
  const changed = [
    ...wanted.filter((id) => !member.roles.includes(id)),
    ...member.roles.filter((id) => !wanted.includes(id)),
  ];
  for (const id of changed) {
    const role = place.guild.roles.get(id);
    if (!role) throw new ApiError(10011);
    if (role.managed) throw new ApiError(50028);
    if (!ranksAbove(place.guild, place.member, role)) throw new ApiError(50013);
  }
  return [...new Set(wanted)];
}

/** Adds a person with their token (`guilds.join`). Answers 201, or 204 if they are already a member. */
function addMember(call: BotCall<{ access_token: string; nick?: string | null; roles?: string[] | null }>) {
  const { core, body } = call;
  const { guild } = enterGuild(call, 'CREATE_INSTANT_INVITE');
  const grant = core.state.grantsByToken.get(body.access_token);
  const isGood =
    grant?.accessToken === body.access_token &&
    grant.applicationId === call.application.id &&
    grant.userId === call.params.user &&
    grant.expiresAt > core.state.clock.ms();
  if (!isGood) throw new ApiError(50025);
  if (!grant.scopes.includes('guilds.join')) throw new ApiError(50026);
  const user = core.state.users.get(grant.userId);
  if (!user) throw new ApiError(10013);
  if (guild.bans.has(user.id)) throw new ApiError(40007);
  if (guild.members.has(user.id)) return nothing;
  return created(
    memberWire(joinGuild(core, guild, user, { member: { nick: body.nick ?? null, roles: body.roles ?? [] } })),
  );
}
