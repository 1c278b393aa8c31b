import type { RESTPatchAPIGuildRoleJSONBody, RESTPostAPIGuildRoleJSONBody } from 'discord-api-types/v10';
import { Intent } from '../gateway/intents.ts';
import { ApiError } from '../rules/errors.ts';
import { standsAbove } from '../rules/permissions.ts';
import { isRecord } from '../rules/schema.ts';
import { makeRole } from '../state/make.ts';
import type { Role } from '../state/types.ts';
import { roleWire } from '../state/wire.ts';
import { tellGuild, tellRole } from '../work/dispatch.ts';
import { removeRole } from '../work/roles.ts';
import { enterGuild, type GuildPlace } from './find.ts';
import { type BotCall, botRoute, bucket, nothing, ok, type Route } from './route.ts';

const MOST_ROLES = 250;

export const roleRoutes: readonly Route[] = [
  botRoute('GET /guilds/:guild/roles/:role', { limit: bucket('guild-role-get', 10, 10), major: 'guild' }, (call) =>
    ok(roleWire(findRole(enterGuild(call), call.params.role))),
  ),
  botRoute<RESTPostAPIGuildRoleJSONBody>(
    'POST /guilds/:guild/roles',
    { body: { loose: true }, limit: bucket('guild-role-create', 10, 10), major: 'guild' },
    (call) => {
      const { core, body } = call;
      const place = enterGuild(call, 'MANAGE_ROLES');
      if (place.guild.roles.size >= MOST_ROLES) throw new ApiError(30005);
      mustHold(place, body.permissions);
      // A new role stands at the bottom and lifts the others.
      for (const role of place.guild.roles.values()) if (role.id !== place.guild.id) role.position++;
      const role = makeRole(place.guild, { id: core.state.ids.next(), name: 'new role', position: 1 });
      change(role, body);
      tellRole(core, place.guild, 'GUILD_ROLE_CREATE', role);
      return ok(roleWire(role));
    },
  ),
  botRoute<RESTPatchAPIGuildRoleJSONBody>(
    'PATCH /guilds/:guild/roles/:role',
    { body: { loose: true }, limit: bucket('guild-role-edit', 10, 10), major: 'guild' },
    (call) => {
      const place = enterGuild(call, 'MANAGE_ROLES');
      const role = findRole(place, call.params.role);
      mustStandAbove(place, role);
      mustHold(place, call.body.permissions);
      change(role, call.body);
      tellRole(call.core, place.guild, 'GUILD_ROLE_UPDATE', role);
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
  if (!standsAbove(guild, member, role)) throw new ApiError(50013);
}

/** Nobody hands out what they do not hold. */
function mustHold({ permissions }: GuildPlace, asked: string | null | undefined): void {
  if (asked && (BigInt(asked) & ~permissions) !== 0n) throw new ApiError(50013);
}

function change(role: Role, body: RESTPatchAPIGuildRoleJSONBody): void {
  if (body.name) role.name = body.name;
  if (body.permissions) role.permissions = `${BigInt(body.permissions)}`;
  const color = body.colors?.primary_color ?? body.color;
  if (typeof color === 'number') role.color = color;
  if (typeof body.hoist === 'boolean') role.hoist = body.hoist;
  if (typeof body.mentionable === 'boolean') role.mentionable = body.mentionable;
}

function moveRoles(call: BotCall) {
  const place = enterGuild(call, 'MANAGE_ROLES');
  for (const entry of Array.isArray(call.body) ? call.body.filter(isRecord) : []) {
    const role = findRole(place, String(entry.id));
    mustStandAbove(place, role);
    if (typeof entry.position === 'number') {
      if (!standsAbove(place.guild, place.member, { id: role.id, position: entry.position })) throw new ApiError(50013);
      role.position = entry.position;
    }
    tellGuild(call.core, place.guild, 'GUILD_ROLE_UPDATE', Intent.GUILDS, {
      guild_id: place.guild.id,
      role: roleWire(role),
    });
  }
  return ok([...place.guild.roles.values()].map(roleWire));
}
