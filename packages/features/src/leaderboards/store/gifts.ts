import { type LeaderBoardType, leaderBoardTypes } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, desc, eq, inArray, lt, or, sql } from '@tally/infra/sql';
import { type Standing, type Standings, startOf } from '../match.ts';
import { giftedSubs, gifters } from '../tables.ts';

export interface Gift {
  readonly channelId: string;
  readonly gifter: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly count: number;
  readonly at: Date;
}

/** Adds a gift. The caller's transaction ensures that each gift counts once. */
export async function addGift(tx: Db, { channelId, gifter, count, at }: Gift): Promise<void> {
  const { id: gifterId, name, displayName } = gifter;
  await tx
    .insert(gifters)
    .values({ gifterId, name, displayName })
    .onConflictDoUpdate({ target: gifters.gifterId, set: { name, displayName } });
  const rows = leaderBoardTypes.map((period) => ({
    channelId,
    period,
    startsOn: startOf(period, at),
    gifterId,
    gifts: count,
    reachedAt: at,
  }));
  await tx
    .insert(giftedSubs)
    .values(rows)
    .onConflictDoUpdate({
      target: [giftedSubs.channelId, giftedSubs.period, giftedSubs.startsOn, giftedSubs.gifterId],
      set: {
        gifts: sql`${giftedSubs.gifts} + excluded.gifts`,
        reachedAt: sql`greatest(${giftedSubs.reachedAt}, excluded.reached_at)`,
      },
    });
}

/** Lists the top gifters of some channels, with one query per period. */
export async function listStandings(
  db: Db,
  channelIds: readonly string[],
  about: { readonly at: Date; readonly most: number },
): Promise<(channelId: string) => Standings> {
  if (channelIds.length === 0) return () => nobody;
  const current = or(
    ...leaderBoardTypes.map((period) =>
      and(eq(giftedSubs.period, period), eq(giftedSubs.startsOn, startOf(period, about.at))),
    ),
  );
  const place = sql<number>`row_number() over (
    partition by ${giftedSubs.channelId}, ${giftedSubs.period}
    order by ${giftedSubs.gifts} desc, ${giftedSubs.reachedAt}, ${giftedSubs.gifterId})`;
  const { channelId, period, gifterId, gifts } = giftedSubs;
  const ranked = db
    .select({ channelId, period, gifterId, gifts, place: place.as('place') })
    .from(giftedSubs)
    .where(and(inArray(channelId, [...channelIds]), current))
    .as('ranked');
  const rows = await db
    .select({
      channelId: ranked.channelId,
      period: ranked.period,
      gifterId: ranked.gifterId,
      gifts: ranked.gifts,
      displayName: gifters.displayName,
    })
    .from(ranked)
    .innerJoin(gifters, eq(gifters.gifterId, ranked.gifterId))
    .where(sql`${ranked.place} <= ${about.most}`)
    .orderBy(asc(ranked.place));
  const of = Map.groupBy(rows, (row) => `${row.channelId} ${row.period}`);
  const list = (id: string, type: LeaderBoardType): readonly Standing[] =>
    (of.get(`${id} ${type}`) ?? []).map(({ gifterId, gifts, displayName }) => ({ gifterId, gifts, displayName }));
  return (id) => ({ weekly: list(id, 'weekly'), monthly: list(id, 'monthly'), overall: list(id, 'overall') });
}

const nobody: Standings = { weekly: [], monthly: [], overall: [] };

/** Lists the gifts of these accounts for their owner's export. */
export async function listGiftsOf(db: Db, gifterIds: readonly string[]) {
  if (gifterIds.length === 0) return [];
  const { channelId, period, startsOn, gifts } = giftedSubs;
  return db
    .select({ channelId, period, startsOn, gifts })
    .from(giftedSubs)
    .where(inArray(giftedSubs.gifterId, [...gifterIds]))
    .orderBy(asc(channelId), asc(period), desc(startsOn));
}

/** Deletes the counts of weeks and months that ended long ago. */
export async function deleteGiftsBefore(db: Db, day: string): Promise<void> {
  await db
    .delete(giftedSubs)
    .where(and(inArray(giftedSubs.period, ['weekly', 'monthly']), lt(giftedSubs.startsOn, day)));
}
