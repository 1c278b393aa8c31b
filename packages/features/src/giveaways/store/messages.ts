import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, notInArray, sql } from '@tally/infra/sql';
import { giveaways, messageCounts } from '../tables.ts';

type Who = { readonly serverId: ServerId; readonly userId: UserId };

export async function countMessages(db: Db, { serverId, userId }: Who): Promise<number> {
  const [row] = await db
    .select({ messages: messageCounts.messages })
    .from(messageCounts)
    .where(and(eq(messageCounts.serverId, serverId), eq(messageCounts.userId, userId)));
  return row?.messages ?? 0;
}

/** Adds the message counts of many people in one statement. */
export async function addMessages(db: Db, counted: readonly (Who & { readonly messages: number })[]): Promise<void> {
  if (counted.length === 0) return;
  await db
    .insert(messageCounts)
    .values([...counted])
    .onConflictDoUpdate({
      target: [messageCounts.serverId, messageCounts.userId],
      set: { messages: sql`${messageCounts.messages} + excluded.messages` },
    });
}

/** Lists servers with a giveaway that requires messages, because we count only there. */
export async function listCountingServers(db: Db): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: giveaways.serverId })
    .from(giveaways)
    .where(
      sql`${giveaways.state} in ('scheduled', 'running', 'paused', 'drawing')
        and coalesce((${giveaways.settings} -> 'requirements' ->> 'messageCount')::int, 0) > 0`,
    );
  return rows.map((row) => row.serverId);
}

export async function forgetMessagesElsewhere(db: Db, counting: readonly ServerId[]): Promise<void> {
  await db
    .delete(messageCounts)
    .where(counting.length > 0 ? notInArray(messageCounts.serverId, [...counting]) : undefined);
}

export async function forgetMessagesOf(tx: Db, userId: UserId): Promise<void> {
  // Only version 0.5 wrote to this table, but it may still contain rows.
  await tx.execute(sql`delete from giveaway_tries where user_id = ${userId}`);
  await tx.delete(messageCounts).where(eq(messageCounts.userId, userId));
}

export async function forgetMessagesIn(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(messageCounts).where(eq(messageCounts.serverId, serverId));
}
