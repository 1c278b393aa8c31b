import { type Db, lockOn } from '@tally/infra/db';
import { and, eq, sql } from '@tally/infra/sql';
import { type Delivery, deliveries } from '../tables.ts';

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/**
 * Claims posted messages with follow-up steps. The time of the next attempt is the lease. An array is selected once: a
 * plan for `in` may run the subquery again for each row, and so claim more than the limit.
 */
export async function claimFollows(db: Db, about: { now: Date; leaseUntil: Date; limit: number }): Promise<Delivery[]> {
  const due = sql`
    select id from deliveries where after_at <= ${at(about.now)} order by after_at limit ${about.limit}
       for update skip locked`;
  return db
    .update(deliveries)
    .set({ afterAt: about.leaseUntil, afterAttempts: sql`${deliveries.afterAttempts} + 1` })
    .where(sql`${deliveries.id} = any(array(${due}))`)
    .returning();
}

/**
 * Reserves one of a channel's publications for this hour. Returns false if all are used up. Reservations run one after
 * another, because two could otherwise both take the last one.
 */
export async function reservePublication(
  db: Db,
  { id, channelId, publishedAt }: Delivery,
  { now, perHour }: { now: Date; perHour: number },
): Promise<boolean> {
  // After a failed attempt, the message still has its reservation.
  if (publishedAt) return true;
  return await db.transaction(async (tx) => {
    await lockOn(tx, `publications ${channelId}`);
    const used = sql`(select count(*) from deliveries o
                       where o.channel_id = ${channelId} and o.published_at > ${at(new Date(now.getTime() - 3_600_000))})`;
    const rows = await tx
      .update(deliveries)
      .set({ publishedAt: now })
      .where(and(eq(deliveries.id, id), sql`${used} < ${perHour}`))
      .returning({ id: deliveries.id });
    return rows.length > 0;
  });
}

export type Follow = Pick<Delivery, 'publishState' | 'threadState' | 'threadId' | 'afterAt'> & {
  /** True if Discord's limit prevented the publication. The message itself is fine. */
  readonly isOverLimit: boolean;
};

export async function settleFollow(db: Db, { id, afterAttempts }: Delivery, follow: Follow): Promise<void> {
  const { isOverLimit, ...change } = follow;
  await db
    .update(deliveries)
    .set({ ...change, ...(isOverLimit ? { reason: sql`coalesce(${deliveries.reason}, 'publishLimit')` } : {}) })
    .where(and(eq(deliveries.id, id), eq(deliveries.afterAttempts, afterAttempts)));
}
