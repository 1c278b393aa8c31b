import type { GiveawayState, MessageId, ServerId, UserId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import {
  type AnyPgColumn,
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from '@tally/infra/sql';
import { type GiveawayRow, giveaways } from '../tables.ts';

export async function insertGiveaway(tx: Db, row: typeof giveaways.$inferInsert): Promise<void> {
  await tx.insert(giveaways).values(row);
}

export async function findGiveaway(db: Db, id: string): Promise<GiveawayRow | null> {
  const [row] = await db.select().from(giveaways).where(eq(giveaways.id, id));
  return row ?? null;
}

export async function findByMessage(db: Db, serverId: ServerId, messageId: MessageId): Promise<GiveawayRow | null> {
  const [row] = await db
    .select()
    .from(giveaways)
    .where(and(eq(giveaways.messageId, messageId), eq(giveaways.serverId, serverId)));
  return row ?? null;
}

/** Locks the giveaway until the transaction ends. */
export async function lockGiveaway(tx: Db, id: string): Promise<GiveawayRow | null> {
  const [row] = await tx.select().from(giveaways).where(eq(giveaways.id, id)).for('no key update');
  return row ?? null;
}

/**
 * Moves a giveaway from one of these states to its next one. Returns null if another call was first. Entries lock the
 * same row, so each one comes before the change or finds the new state.
 */
export async function step(
  tx: Db,
  id: string,
  {
    from,
    to,
  }: { readonly from: readonly GiveawayState[]; readonly to: Partial<GiveawayRow> & { state: GiveawayState } },
): Promise<GiveawayRow | null> {
  const [row] = await tx
    .update(giveaways)
    .set(to)
    .where(and(eq(giveaways.id, id), inArray(giveaways.state, [...from])))
    .returning();
  return row ?? null;
}

export async function changeGiveaway(tx: Db, id: string, change: Partial<GiveawayRow>): Promise<void> {
  await tx.update(giveaways).set(change).where(eq(giveaways.id, id));
}

export async function deleteGiveaway(tx: Db, id: string): Promise<void> {
  await tx.delete(giveaways).where(eq(giveaways.id, id));
}

export async function listGiveaways(
  db: Db,
  serverId: ServerId,
  about: { readonly limit: number; readonly after?: Pick<GiveawayRow, 'createdAt' | 'id'> | null },
): Promise<GiveawayRow[]> {
  const { after, limit } = about;
  return await db
    .select()
    .from(giveaways)
    .where(
      and(
        eq(giveaways.serverId, serverId),
        ne(giveaways.state, 'scheduled'),
        after
          ? sql`(${giveaways.createdAt}, ${giveaways.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(desc(giveaways.createdAt), desc(giveaways.id))
    .limit(limit);
}

export async function listScheduled(db: Db, serverId: ServerId): Promise<GiveawayRow[]> {
  return await db
    .select()
    .from(giveaways)
    .where(and(eq(giveaways.serverId, serverId), eq(giveaways.state, 'scheduled')))
    .orderBy(asc(giveaways.startsAt), asc(giveaways.createdAt));
}

const MOST_WITHIN = 20;

/** Lists giveaways that start or end between these moments, newest first. */
export async function listWithin(db: Db, serverId: ServerId, span: { from: Date; to: Date }): Promise<GiveawayRow[]> {
  const isWithin = (column: AnyPgColumn) => and(gte(column, span.from), lt(column, span.to));
  return await db
    .select()
    .from(giveaways)
    .where(
      and(
        eq(giveaways.serverId, serverId),
        or(...[giveaways.startsAt, giveaways.startedAt, giveaways.endsAt, giveaways.endedAt].map(isWithin)),
      ),
    )
    .orderBy(desc(giveaways.createdAt))
    .limit(MOST_WITHIN);
}

/** Serializes the starts of a server's giveaways. Lock the server before the giveaway. */
export async function lockStarts(tx: Db, serverId: ServerId): Promise<void> {
  await lockOn(tx, `giveaways ${serverId}`);
}

/** Counts the giveaways that use up the plan's limit. */
export async function countAtOnce(tx: Db, serverId: ServerId): Promise<number> {
  const [row] = await tx
    .select({ running: count() })
    .from(giveaways)
    .where(and(eq(giveaways.serverId, serverId), inArray(giveaways.state, ['running', 'paused', 'drawing'])));
  return row?.running ?? 0;
}

/** Lists giveaways that are planned, running, or being drawn. */
export async function listOpen(db: Db, serverId: ServerId): Promise<GiveawayRow[]> {
  return await db
    .select()
    .from(giveaways)
    .where(
      and(eq(giveaways.serverId, serverId), inArray(giveaways.state, ['scheduled', 'running', 'paused', 'drawing'])),
    );
}

interface Wanted {
  readonly where: SQL | undefined;
  readonly by: SQL;
  readonly limit: number;
}

const listFirst = async (db: Db, { where, by, limit }: Wanted): Promise<GiveawayRow[]> =>
  await db.select().from(giveaways).where(where).orderBy(by).limit(limit);

export const listToStart = (db: Db, now: Date, limit: number): Promise<GiveawayRow[]> =>
  listFirst(db, {
    where: and(eq(giveaways.state, 'scheduled'), lte(giveaways.startsAt, now), isNull(giveaways.frozenAt)),
    by: asc(giveaways.startsAt),
    limit,
  });

export const listToEnd = (db: Db, now: Date, limit: number): Promise<GiveawayRow[]> =>
  listFirst(db, {
    where: and(eq(giveaways.state, 'running'), lte(giveaways.endsAt, now), isNull(giveaways.frozenAt)),
    by: asc(giveaways.endsAt),
    limit,
  });

export const listDrawing = (db: Db, limit: number): Promise<GiveawayRow[]> =>
  listFirst(db, {
    where: and(eq(giveaways.state, 'drawing'), isNull(giveaways.frozenAt)),
    by: asc(giveaways.closedAt),
    limit,
  });

export const listToClaim = (db: Db, now: Date, limit: number): Promise<GiveawayRow[]> =>
  listFirst(db, {
    where: and(lte(giveaways.claimUntil, now), isNull(giveaways.frozenAt)),
    by: asc(giveaways.claimUntil),
    limit,
  });

/** Lists servers with a giveaway that became due after the bot was removed. */
export async function listFrozenServers(db: Db): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: giveaways.serverId })
    .from(giveaways)
    .where(isNotNull(giveaways.frozenAt));
  return rows.map((row) => row.serverId);
}

export async function thawGiveaways(db: Db, serverIds: ReadonlySet<string>): Promise<void> {
  if (serverIds.size === 0) return;
  await db
    .update(giveaways)
    .set({ frozenAt: null })
    .where(and(inArray(giveaways.serverId, [...serverIds] as ServerId[]), isNotNull(giveaways.frozenAt)));
}

/** Lists giveaways whose message shows an outdated number of people. */
export const listToCount = (db: Db, limit: number): Promise<GiveawayRow[]> =>
  listFirst(db, {
    where: and(eq(giveaways.state, 'running'), ne(giveaways.people, giveaways.shownPeople)),
    by: sql`${giveaways.countedAt} nulls first`,
    limit,
  });

export const listHostedBy = (db: Db, userId: UserId, limit: number): Promise<GiveawayRow[]> =>
  listFirst(db, { where: eq(giveaways.hostId, userId), by: desc(giveaways.createdAt), limit });

export async function listByIds(db: Db, ids: readonly string[]): Promise<GiveawayRow[]> {
  if (ids.length === 0) return [];
  return await db
    .select()
    .from(giveaways)
    .where(inArray(giveaways.id, [...ids]));
}

export async function countGiveaways(db: Db): Promise<number> {
  const [row] = await db.select({ all: count() }).from(giveaways);
  return row?.all ?? 0;
}

export async function forgetGiveaways(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(giveaways).where(eq(giveaways.serverId, serverId));
}

export async function forgetHost(tx: Db, userId: UserId): Promise<void> {
  await tx.update(giveaways).set({ hostId: null }).where(eq(giveaways.hostId, userId));
}

type Stream = { readonly platform: string; readonly channelId: string };

/** Lists giveaways whose start or end still depends on this creator's stream. */
export async function listFollowing(
  db: Db,
  { platform, channelId }: Stream,
  word: 'start' | 'end',
): Promise<GiveawayRow[]> {
  const stream = sql`${giveaways.settings} -> 'followsStream'`;
  const states: GiveawayState[] = word === 'start' ? ['scheduled'] : ['running'];
  return await db
    .select()
    .from(giveaways)
    .where(
      and(
        inArray(giveaways.state, states),
        sql`${stream} ->> 'platform' = ${platform} and ${stream} ->> 'streamerId' = ${channelId} and (${stream} ->> ${word})::boolean`,
      ),
    );
}

/** Lists public giveaways, the next to end first. */
export async function listListed(db: Db, about: { limit: number; after?: string | undefined }): Promise<GiveawayRow[]> {
  return await db
    .select()
    .from(giveaways)
    .where(
      and(
        eq(giveaways.state, 'running'),
        sql`(${giveaways.settings} ->> 'listed')::boolean`,
        about.after ? sql`${giveaways.id} > ${about.after}` : undefined,
      ),
    )
    .orderBy(asc(giveaways.id))
    .limit(about.limit);
}

/** Returns the keys of giveaway messages, which may still be edited however old they are. */
export async function listKeysOf(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await listByIds(db, ids)).flatMap(({ messageKey }) => messageKey ?? []));
}
