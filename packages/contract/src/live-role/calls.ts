import { z } from 'zod';
import { manager } from '../wire/access.ts';
import { isoDate } from '../wire/codecs.ts';
import type { Home } from '../wire/endpoint.ts';
import { endpoint } from '../wire/endpoint.ts';
import { count, line } from '../wire/fields.ts';
import { RoleId, ServerId, UserId } from '../wire/ids.ts';

export const LiveRoleState = z
  .object({
    /**
     * True if Discord sends members' presences to the bot. Otherwise status roles are paused, and live roles depend on
     * linked accounts.
     */
    hasPresences: z.boolean(),
    /** How many members have each role because of a rule. Unused roles are left out. */
    roles: z.array(z.object({ roleId: RoleId, members: count })),
    /** The last ten live roles that were added or removed, newest first. */
    changes: z.array(z.object({ name: z.string(), roleId: RoleId, isGiven: z.boolean(), at: isoDate })),
  })
  .meta({ id: 'LiveRoleState' });
export type LiveRoleState = z.infer<typeof LiveRoleState>;

export const FoundMember = z
  .object({ id: UserId, name: z.string(), username: z.string(), avatar: z.string().nullable() })
  .meta({ id: 'FoundMember' });
export type FoundMember = z.infer<typeof FoundMember>;

const inServer = z.object({ guildId: ServerId });

export const liveRole = {
  getLiveRoles: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/liveRoles',
    summary: 'Members with live and status roles, and whether Discord sends their presence.',
    access: manager('guildId'),
    params: inServer,
    reply: LiveRoleState,
  }),
  findMembers: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/members',
    summary: 'Members of a server by the start of their name, or one by ID.',
    access: manager('guildId'),
    params: inServer,
    query: z.object({ query: line(100) }),
    reply: z.array(FoundMember),
  }),
} as const satisfies Home;
