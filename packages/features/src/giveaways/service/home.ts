import type { ServerId, TodayLine, UserId, WaitingLine } from '@tally/contract';
import { type Ctx, say } from '@tally/kernel';
import { listSummaries, type Span } from '../../servers/index.ts';
import { standingOf } from '../match/standing.ts';
import { readTerms } from '../match/terms.ts';
import { listDrawn, listWonBy } from '../store/draws.ts';
import { listByIds, listWithin } from '../store/giveaways.ts';
import { OWNER } from './owner.ts';

const about = OWNER;

/** Lists giveaways that start or end in this period. */
export async function today(ctx: Ctx, serverId: ServerId, { from, to }: Span): Promise<TodayLine[]> {
  const rows = await listWithin(ctx.db, serverId, { from, to });
  const drawn = Map.groupBy(
    await listDrawn(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ({ giveawayId }) => giveawayId,
  );
  return rows.flatMap((row) => {
    const { name: prize } = readTerms(row);
    const path = `/dashboard/server/${serverId}/giveaways/${row.id}`;
    const line = (key: string, at: Date | null, text: string): TodayLine[] =>
      at && from <= at && at < to ? [{ id: `${row.id} ${key}`, about, at, text, path }] : [];
    const winners = standingOf(drawn.get(row.id) ?? []).map(({ username, userId }) => username || userId || '?');
    const names = { winners: new Intl.ListFormat(ctx.locale).format(winners), count: winners.length };
    return [
      ...(row.startedAt
        ? line('start', row.startedAt, say(ctx.locale, 'giveaways.todayStarted', { prize }))
        : line('start', row.startsAt, say(ctx.locale, 'giveaways.todayStarts', { prize }))),
      ...(row.endedAt
        ? line('end', row.endedAt, say(ctx.locale, 'giveaways.todayEnded', { prize, ...names }))
        : line('end', row.endsAt, say(ctx.locale, 'giveaways.todayEnds', { prize }))),
    ];
  });
}

/** Lists prizes that the person can still claim. */
export async function waiting(ctx: Ctx, userId: UserId): Promise<WaitingLine[]> {
  const won = await listWonBy(ctx.db, userId);
  const open = new Set(won.filter((each) => !each.isReplaced && !each.claimedAt).map((each) => each.giveawayId));
  const now = ctx.clock.now();
  const rows = (await listByIds(ctx.db, [...open])).filter(({ claimUntil }) => claimUntil && claimUntil > now);
  const looks = await listSummaries(ctx, [...new Set(rows.map(({ serverId }) => serverId))]);
  return rows.map((row) => ({
    id: row.id,
    about,
    text: say(ctx.locale, 'giveaways.waiting', {
      prize: readTerms(row).name,
      server: looks.get(row.serverId)?.name ?? '',
    }),
    path: `/dashboard/user/${userId}/giveaways`,
    until: row.claimUntil,
  }));
}
