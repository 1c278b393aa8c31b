import { z } from 'zod';
import { LinkedRoleBody } from '../role-sync/bodies.ts';
import { manager, user } from '../wire/access.ts';
import { sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { Code } from '../wire/fields.ts';
import { RoleId, ServerId } from '../wire/ids.ts';
import { onVersion } from '../wire/record-version.ts';

const inServer = z.object({ guildId: ServerId });

/**
 * Two features share this name: a person's linked roles on Discord itself, and a server's rules that tie roles to
 * another role.
 */
export const linkedRoles = {
  startLinking: endpoint({
    method: 'GET',
    path: '/linked',
    summary: "Discord's address to authorize linked roles.",
    access: user,
    reply: z.string(),
  }),
  link: endpoint({
    method: 'POST',
    path: '/linked',
    summary: "Connects linked roles with Discord's code.",
    access: user,
    query: z.object({ code: Code }),
    reply: z.literal(true),
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/linked',
    summary: 'Disconnects linked roles.',
    access: user,
    reply: z.literal(true),
  }),
  saveRule: endpoint({
    method: 'PATCH',
    path: '/data/guild/{guildId}/linkedRoles',
    summary: 'Adds or replaces the rule of a role.',
    access: manager('guildId'),
    params: inServer,
    /** Identifies the rule if the body gives it another role. */
    query: z.object({ roleId: RoleId.optional(), ...onVersion }),
    body: LinkedRoleBody,
    reply: sentence,
  }),
  removeRule: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}/linkedRoles',
    summary: 'Removes the rule of a role.',
    access: manager('guildId'),
    params: inServer,
    query: z.object({ roleId: RoleId, ...onVersion }),
    reply: sentence,
  }),
} as const satisfies Home;
