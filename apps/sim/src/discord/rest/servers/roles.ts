import type { RESTPatchAPIGuildRoleJSONBody, RESTPostAPIGuildRoleJSONBody } from 'discord-api-types/v10';
import { ApiError } from '../../rules/errors.ts';
import { compareRoles, ranksAbove } from '../../rules/permissions.ts';
import { checkBody } from '../../rules/schema.ts';
import { makeRole } from '../../state/make.ts';
import type { Role } from '../../state/types.ts';
import { roleWire } from '../../state/wire.ts';
import { dispatchRole } from '../../work/dispatch.ts';
import { removeRole } from '../../work/roles.ts';
import { enterGuild, type GuildPlace } from '../find.ts';
import { type BotCall, botRoute, bucket, nothing, ok, type Route } from '../route.ts';

const MOST_ROLES = 250;

export const roleRoutes: readonly Route[] = [
  botRoute('GET /guilds/:guild/roles/:role', { limit: bucket('guild-role-get', 10, 10), major: 'guild' }, (call) =>
    ok(roleWire(findRole(enterGuild(call), call.params.role))),
  ),
  botRoute<RESTPostAPIGuildRoleJSONBody>(
    'POST /guilds/:guild/roles',
    { body: 'CreateRoleRequest', limit: bucket('guild-role-create', 10, 10), major: 'guild' },
    (call) => {
      const { core, body } = call;
      const place = enterGuild(call, 'MANAGE_ROLES');
      if (place.guild.roles.size >= MOST_ROLES) throw new ApiError(30005);
      mustHold(place, body.permissions);
      // A new role is added at the bottom and moves the others up.
      const others = [...place.guild.roles.values()].filter(({ id }) => id !== place.guild.id);
      for (const other of others) other.position++;
      const role = makeRole(place.guild, { id: core.state.ids.next(), name: 'new role', position: 1 });
      change(role, body);
      dispatchRole(core, place.guild, 'GUILD_ROLE_CREATE', role);
      for (const other of others) dispatchRole(core, place.guild, 'GUILD_ROLE_UPDATE', other);
      return ok(roleWire(role));
    },
  ),
  botRoute<RESTPatchAPIGuildRoleJSONBody>(
    'PATCH /guilds/:guild/roles/:role',
    { body: 'UpdateRoleRequestPartial', limit: bucket('guild-role-edit', 10, 10), major: 'guild' },
    (call) => {
      const place = enterGuild(call, 'MANAGE_ROLES');
      const role = findRole(place, call.params.role);
      mustStandAbove(place, role);
      mustHold(place, call.body.permissions);
      change(role, call.body);
      dispatchRole(call.core, place.guild, 'GUILD_ROLE_UPDATE', role);
      return ok(roleWire(role));
    },
  ),
  botRoute<unknown>(
    'PATCH /guilds/:guild/roles',
    { body: { loose: true }, limit: bucket('guild-role-move', 5, 10), major: 'guild' },
    moveRoles,
  ),
  botRoute(
    'DELETE /guilds/:guild/roles/:role',
    { limit: bucket('guild-role-delete', 10, 10), major: 'guild' },
    (call) => {
      const place = enterGuild(call, 'MANAGE_ROLES');
      const role = findRole(place, call.params.role);
      if (role.managed || role.id === place.guild.id) throw new ApiError(50028);
      mustStandAbove(place, role);
      removeRole(call.core, place.guild, role);
      return nothing;
    },
  ),
];

function findRole({ guild }: GuildPlace, id: string | undefined): Role {
  const role = guild.roles.get(id ?? '');
  if (!role) throw new ApiError(10011);
  return role;
}

function mustStandAbove({ guild, member }: GuildPlace, role: Role): void {
  if (!ranksAbove(guild, member, role)) throw new ApiError(50013);
}

/** Refuses permissions that the caller does not have, because callers cannot grant those. */
function mustHold({ permissions }: GuildPlace, asked: string | null | undefined): void {
  if (asked && (BigInt(asked) & ~permissions) !== 0n) throw new ApiError(50013);
}

function change(role: Role, body: RESTPatchAPIGuildRoleJSONBody): void {
  if (body.name) role.name = body.name;
  if (body.permissions) role.permissions = `${BigInt(body.permissions)}`;
  const color = body.colors?.primary_color ?? body.color;
  if (typeof color === 'number') role.color = color;
  if (body.unicode_emoji !== undefined) role.unicode_emoji = body.unicode_emoji;
  if (typeof body.hoist === 'boolean') role.hoist = body.hoist;
  if (typeof body.mentionable === 'boolean') role.mentionable = body.mentionable;
}

/**
 * Clients send the whole list with new numbers. The order of roles from the caller's highest upwards must not change.
 * Either all moves apply or none does.
 */
function moveRoles(call: BotCall) {
  const { guild, member } = enterGuild(call, 'MANAGE_ROLES');
  const asked = new Map<string, number>();
  for (const given of Array.isArray(call.body) ? call.body : []) {
    const { id, position } = checkBody('UpdateRolePositionsRequest', given) as RolePosition;
    const role = guild.roles.get(id ?? '');
    if (!role) throw new ApiError(10011);
    asked.set(role.id, position ?? role.position);
  }
  const roles = [...guild.roles.values()];
  const after = ranked(roles.map(({ id, position }) => ({ id, position: asked.get(id) ?? position })));
  const isFixed = (role: Role, rank: number) => ranksAbove(guild, member, role) || after[rank]?.id === role.id;
  if (!ranked(roles).every(isFixed)) throw new ApiError(50013);
  for (const role of roles) {
    const position = asked.get(role.id) ?? role.position;
    if (position === role.position) continue;
    role.position = position;
    dispatchRole(call.core, guild, 'GUILD_ROLE_UPDATE', role);
  }
  return ok(roles.map(roleWire));
}

interface RolePosition {
  readonly id?: string | null;
  readonly position?: number | null;
}

const ranked = <Ranked extends { id: string; position: number }>(roles: readonly Ranked[]): Ranked[] =>
  [...roles].sort((one, other) => compareRoles(other, one));
