import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { deliveries } from '../tables.ts';

/** Only the newest live messages count, because the figure shows the current speed. */
const LOOKED_AT = 1000;

/** Returns the median time from detection to post over the newest messages, or null without messages. */
export async function findMedianMs(db: Db): Promise<number | null> {
  const newest = db
    .select({ ms: sql<number>`extract(epoch from (${deliveries.sentAt} - ${deliveries.detectedAt})) * 1000`.as('ms') })
    .from(deliveries)
    .where(sql`${deliveries.sentAt} is not null and ${deliveries.kind} = 'live'`)
    .orderBy(sql`${deliveries.sentAt} desc`)
    .limit(LOOKED_AT)
    .as('newest');
  const [row] = await db
    .select({ median: sql<number | null>`percentile_cont(0.5) within group (order by ${newest.ms})` })
    .from(newest);
  return row?.median == null ? null : Math.max(0, Math.round(row.median));
}
