import type { UserId } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { readTerms } from '../match/terms.ts';
import { claim, listDrawn } from '../store/draws.ts';
import { changeGiveaway, lockGiveaway, step } from '../store/giveaways.ts';
import type { DrawnRow, GiveawayRow } from '../tables.ts';
import { fixSheet } from './close.ts';
import { MOST_DRAWS } from './finish.ts';
import { refreshMessage } from './life.ts';
import { giveWinnerRole } from './winner-role.ts';
import { note } from './note.ts';

const over = ['ended', 'rerolled', 'unclaimed', 'claimed'] as const;

/** Draws once more. Who won before is left out, unless somebody wants them in. */
export async function reroll(
  ctx: Ctx,
  id: string,
  about: {
    readonly winnerCount?: number | undefined;
    readonly excludeEarlierWinners?: boolean | undefined;
    readonly byId: UserId | null;
  },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, id);
    if (!row) throw new AppError('giveawayNotFound');
    if (!over.some((state) => state === row.state)) throw new AppError('giveawayNotEnded');
    if (row.people === 0) throw new AppError('noEntries');
    const { winnerCount } = readTerms(row);
    const winners = about.winnerCount ?? winnerCount;
    await redraw(ctx, tx, row, { winners, leavesOutWinners: about.excludeEarlierWinners ?? true, byId: about.byId });
  });
}

type Tx = Parameters<Parameters<Ctx['db']['transaction']>[0]>[0];

async function redraw(
  ctx: Ctx,
  tx: Tx,
  row: GiveawayRow,
  about: { winners: number; leavesOutWinners: boolean; byId: UserId | null },
): Promise<void> {
  const next = await step(tx, row.id, {
    from: [...over],
    to: { state: 'drawing', draw: row.draw + 1, claimUntil: null },
  });
  if (next) await fixSheet(ctx, tx, next, about);
}

export async function claimPrize(ctx: Ctx, id: string, userId: UserId): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, id);
    if (!row) throw new AppError('giveawayNotFound');
    const drawn = await listDrawn(tx, [id]);
    const own = drawn.findLast((each) => each.userId === userId && each.outcome === 'won');
    if (!own) throw new AppError('notAWinner');
    if (own.claimedAt) throw new AppError('alreadyClaimed');
    if (own.number !== row.draw || !row.claimUntil || row.claimUntil <= now) throw new AppError('claimOver');
    await claim(tx, { giveawayId: id, number: row.draw }, { userId, at: now });
    await note(ctx, tx, row, [{ event: 'claimed', byId: userId }]);
    await giveWinnerRole(ctx, tx, row, [userId]);
    const isLast = unclaimedOf(row, drawn).length === 1;
    if (isLast) await step(tx, id, { from: ['ended', 'rerolled'], to: { state: 'claimed', claimUntil: null } });
    await refreshMessage(ctx, tx, row);
  });
}

/** The time to claim is over: another one is drawn for each who did not, until there is nobody, or it was tried often enough. */
export async function endClaim(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, id);
    if (!row?.claimUntil || row.claimUntil > now) return;
    const missing = unclaimedOf(row, await listDrawn(tx, [id]));
    await note(ctx, tx, row, [{ event: 'unclaimed', details: { winners: missing.length } }]);
    if (row.draw >= MOST_DRAWS) {
      await step(tx, id, { from: ['ended', 'rerolled'], to: { state: 'unclaimed', claimUntil: null } });
      await refreshMessage(ctx, tx, row);
      return;
    }
    await changeGiveaway(tx, id, { claimUntil: null });
    await redraw(ctx, tx, row, { winners: missing.length, leavesOutWinners: true, byId: null });
  });
}

function unclaimedOf({ draw }: GiveawayRow, drawn: readonly DrawnRow[]): DrawnRow[] {
  return drawn.filter((each) => each.number === draw && each.outcome === 'won' && !each.claimedAt);
}
