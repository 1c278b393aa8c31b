import { z } from 'zod';
import type { syncPlatforms } from '../platforms/words.ts';
import type { PremiumFlag } from '../premium/flags.ts';
import { manager } from '../wire/access.ts';
import { isoDate } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count } from '../wire/fields.ts';
import { RoleId, ServerId } from '../wire/ids.ts';

export const standingKinds = ['subscriber', 'moderator', 'follower', 'vip', 'og', 'founder', 'verified'] as const;
export type StandingKind = (typeof standingKinds)[number];

/** The settings that name a role for each kind, and the flag that each setting needs. */
export const syncableRoles = {
  subscriberRoleId: { kind: 'subscriber', flag: 'BaseSyncableRoles' },
  moderatorRoleId: { kind: 'moderator', flag: 'BaseSyncableRoles' },
  followerRoleId: { kind: 'follower', flag: 'BaseSyncableRoles' },
  vipRoleId: { kind: 'vip', flag: 'FullSyncableRoles' },
  ogRoleId: { kind: 'og', flag: 'FullSyncableRoles' },
  founderRoleId: { kind: 'founder', flag: 'FullSyncableRoles' },
  verifiedRoleId: { kind: 'verified', flag: 'FullSyncableRoles' },
} as const satisfies Record<string, { kind: StandingKind; flag: PremiumFlag }>;
export type SyncableRole = keyof typeof syncableRoles;
export const syncableRoleKeys = Object.keys(syncableRoles) as SyncableRole[];
/** The flag for roles that depend on the number of gifted subscriptions. */
export const GIFTED_SUBS_FLAG = 'FullSyncableRoles' satisfies PremiumFlag;

export { syncPlatforms } from '../platforms/words.ts';
export type SyncPlatform = (typeof syncPlatforms)[number];

export const RoleSyncState = z
  .object({
    /** How many members' roles are kept in sync. */
    members: count,
    lastCheck: isoDate.nullable(),
    /** How many members have each role because of role sync. Unused roles are left out. */
    roles: z.array(z.object({ roleId: RoleId, members: count })),
  })
  .meta({ id: 'RoleSyncState' });
export type RoleSyncState = z.infer<typeof RoleSyncState>;

export const roleSync = {
  getRoleSync: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/roleSync',
    summary: 'Members with roles from linked accounts, and the time of the last check.',
    access: manager('guildId'),
    params: z.object({ guildId: ServerId }),
    reply: RoleSyncState,
  }),
} as const satisfies Home;
