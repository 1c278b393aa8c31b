import type { UserId } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, say } from '@tally/kernel';
import { keysOf } from '../../match/event-people.ts';
import { standingOf } from '../../match/standing.ts';
import { readTerms } from '../../match/terms.ts';
import { claim, listDrawn, replaceDrawn } from '../../store/draws.ts';
import { changeGiveaway, lockGiveaway, step } from '../../store/giveaways.ts';
import type { DrawnRow, GiveawayRow } from '../../tables.ts';
import { fixSheet } from '../life/close.ts';
import { refreshMessage } from '../life/life.ts';
import { wrongState } from '../life/wrong-state.ts';
import { note } from '../note.ts';
import { MOST_DRAWS } from './finish.ts';
import { giveWinnerRole, removeWinnerRole } from './winner-role.ts';
import { withdrawnFrom, withdrawnJob } from './withdraw-prize.ts';

const over = ['ended', 'rerolled', 'unclaimed', 'claimed'] as const;

/**
 * Draws again. Replaces the named winners, or else every winner who has not claimed. A claimed prize is withdrawn only
 * by name. Earlier winners cannot win again, unless the caller includes them.
 */
export async function reroll(
  ctx: Ctx,
  id: string,
  about: {
    readonly winnerCount?: number | undefined;
    readonly excludeEarlierWinners?: boolean | undefined;
    readonly replace?: readonly UserId[] | undefined;
    readonly byId: UserId | null;
    /** The API's reply, which is stored in the same transaction. */
    readonly reply?: string | undefined;
  },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, id);
    if (!row) throw new AppError('giveawayNotFound');
    if (row.state === 'drawing') throw await wrongState(ctx, tx, id);
    if (!over.some((state) => state === row.state)) throw new AppError('giveawayNotEnded');
    if (row.people === 0) throw new AppError('noEntries');
    const standing = standingOf(await listDrawn(tx, [id]));
    const { replace } = about;
    const replaced = standing.filter(({ userId, claimedAt }) =>
      replace ? userId && replace.includes(userId) : claimedAt === null,
    );
    if (replace && new Set(replaced.map(({ userId }) => userId)).size < new Set(replace).size) {
      throw new AppError('invalidFields', {}, [`replace: ${say(ctx.locale, 'giveaways.onlyWinnersReplaced')}`]);
    }
    const staying = standing.length - replaced.length;
    if (replaced.length === 0 && staying > 0) {
      throw new AppError('conflict', {}, [say(ctx.locale, 'giveaways.allHaveClaimed')]);
    }
    const winners = about.winnerCount ?? (replace ? replaced.length : readTerms(row).winnerCount - staying);
    const { excludeEarlierWinners: leavesOutWinners = true, byId } = about;
    if (replaced.length > 0)
      await note(ctx, tx, row, [
        { event: 'replaced', byId, details: { winners: replaced.length, keys: keysOf(replaced) } },
      ]);
    await redraw(ctx, tx, row, { winners, leavesOutWinners, replaced });
    await keepReply(ctx, tx, about.reply);
  });
}

type Tx = Parameters<Parameters<Ctx['db']['transaction']>[0]>[0];

async function redraw(
  ctx: Ctx,
  tx: Tx,
  row: GiveawayRow,
  about: { winners: number; leavesOutWinners: boolean; replaced: readonly DrawnRow[] },
): Promise<void> {
  const next = await step(tx, row.id, {
    from: [...over],
    to: { state: 'drawing', draw: row.draw + 1, claimUntil: null },
  });
  if (!next) return;
  await replaceDrawn(
    tx,
    row.id,
    about.replaced.map(({ key }) => key),
  );
  await removeWinnerRole(ctx, tx, row, about.replaced);
  await ctx.queue.sendMany(withdrawnJob, withdrawnFrom(ctx.random, about.replaced), { tx });
  await fixSheet(ctx, tx, next, about);
}

export async function claimPrize(ctx: Ctx, id: string, userId: UserId, reply?: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, id);
    if (!row) throw new AppError('giveawayNotFound');
    const drawn = await listDrawn(tx, [id]);
    const own = drawn.findLast((each) => each.userId === userId && each.outcome === 'won');
    if (!own) throw new AppError('notAWinner');
    if (own.claimedAt) throw new AppError('alreadyClaimed');
    if (own.isReplaced || !row.claimUntil || row.claimUntil <= now) throw new AppError('claimOver');
    await claim(tx, { giveawayId: id, number: own.number }, { userId, at: now });
    await note(ctx, tx, row, [{ event: 'claimed', byId: userId }]);
    await giveWinnerRole(ctx, tx, row, [userId]);
    const isLast = unclaimedOf(drawn).length === 1;
    if (isLast) await step(tx, id, { from: ['ended', 'rerolled'], to: { state: 'claimed', claimUntil: null } });
    await refreshMessage(ctx, tx, row);
    await keepReply(ctx, tx, reply);
  });
}

/** Replaces winners who did not claim in time, until there are no entrants or no draws left. */
export async function endClaim(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, id);
    if (!row?.claimUntil || row.claimUntil > now) return;
    const missing = unclaimedOf(await listDrawn(tx, [id]));
    await note(ctx, tx, row, [{ event: 'unclaimed', details: { winners: missing.length, keys: keysOf(missing) } }]);
    if (row.draw >= MOST_DRAWS) {
      await step(tx, id, { from: ['ended', 'rerolled'], to: { state: 'unclaimed', claimUntil: null } });
      await refreshMessage(ctx, tx, row);
      return;
    }
    await changeGiveaway(tx, id, { claimUntil: null });
    await redraw(ctx, tx, row, { winners: missing.length, leavesOutWinners: true, replaced: missing });
  });
}

const unclaimedOf = (drawn: readonly DrawnRow[]): DrawnRow[] => standingOf(drawn).filter(({ claimedAt }) => !claimedAt);
