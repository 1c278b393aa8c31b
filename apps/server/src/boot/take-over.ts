import { releaseAllClusters } from '@tally/discord/gateway';
import { endClaims } from '@tally/infra/idempotency';
import { endLeases } from '@tally/pipeline/delivery';
import { dropAllLeads } from '@tally/pipeline/detection';
import { releaseAllRoles } from '@tally/pipeline/roles';
import type { House } from './house.ts';

/**
 * The embedded database locks its folder, so the previous process is dead. We take over everything it held without
 * waiting for leases: messages, roles, sweeps, shards, API calls, jobs. Any new kind of lease belongs here, too.
 */
export async function takeOver({ database, doors, queue }: House): Promise<void> {
  if (database.engine !== 'embedded') return;
  const { db, clock } = doors;
  const now = clock.now();
  await Promise.all([
    endLeases(db, now),
    dropAllLeads(db, now),
    releaseAllRoles(db),
    releaseAllClusters(db),
    endClaims(doors),
    queue.takeOver(),
  ]);
}
