import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { settleSoon } from '../jobs.ts';
import type { Place } from '../store/claims.ts';

/** Once for each of these servers. */
export async function settleAll(ctx: Ctx, tx: Db, places: readonly Place[]): Promise<void> {
  for (const serverId of new Set(places.map((each) => each.serverId))) await settleSoon(ctx, serverId, { tx });
}
