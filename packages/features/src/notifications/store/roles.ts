import type { RoleId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, sql } from '@tally/infra/sql';
import { streamers } from '../tables.ts';

/** Where a streamer's messages name a role that they ping. */
export const pingFields = ['pingRoleId', 'clipPingRoleId', 'builtInClipsPingRoleId', 'vodsPingRoleId'] as const;
export type PingField = (typeof pingFields)[number];

/** Only this role: the owner may have chosen another one meanwhile. */
export async function takeOffRole(
  tx: Db,
  about: { streamerId: string; field: PingField; roleId: RoleId; now: Date },
): Promise<void> {
  await tx
    .update(streamers)
    .set({ settings: sql`${streamers.settings} - ${about.field}::text`, changedAt: about.now })
    .where(and(eq(streamers.id, about.streamerId), sql`${streamers.settings} ->> ${about.field} = ${about.roleId}`));
}
