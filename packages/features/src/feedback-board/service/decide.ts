import type { TextKey, WishState } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, declareJob, describeToStaff, say, withLocale } from '@tally/kernel';
import { z } from 'zod';
import { localeOfUser, notify } from '../../account/index.ts';
import { findWish, listVoters, lockMerging, lockWishes, moveAll, recount, saveDecision } from '../store/wishes.ts';
import { CACHE, readId, subjectOf } from './find.ts';

/** Each job notifies this many voters. If its process dies, the job starts again with the first of them. */
const TOLD_AT_ONCE = 50;

export const notifyVotersJob = declareJob({
  name: 'feedback-board/tell-voters',
  data: z.object({ wishId: z.string(), decidedAt: z.string(), after: z.string() }),
});

const news = {
  open: 'feedbackBoard.reopened',
  planned: 'feedbackBoard.planned',
  started: 'feedbackBoard.started',
  done: 'feedbackBoard.done',
  declined: 'feedbackBoard.declined',
} as const satisfies Record<WishState, TextKey>;

export async function decide(
  ctx: Ctx,
  wishId: string,
  { state, why: given, reply }: { state: WishState; why: string | null; reply?: string },
): Promise<void> {
  const why = given?.trim() || null;
  if (state === 'declined' && why === null) throw new AppError('wishNeedsReason');
  const id = readId(wishId);
  await ctx.db.transaction(async (tx) => {
    const row = (await lockWishes(tx, [id])).get(id);
    if (!row || row.mergedInto !== null) throw new AppError('wishNotFound');
    // If only the explanation changes, the decision keeps its date and voters are not notified.
    const isNews = row.state !== state;
    const decidedAt = isNews || !row.decidedAt ? ctx.clock.now() : row.decidedAt;
    describeToStaff(ctx, { ...subjectOf(row), before: { state: row.state, why: row.why }, after: { state, why } });
    await saveDecision(tx, id, { state, why, decidedAt });
    if (isNews)
      await ctx.queue.send(notifyVotersJob, { wishId, decidedAt: decidedAt.toISOString(), after: '' }, { tx });
    await keepReply(ctx, tx, reply);
  });
}

/** Notifies voters in their own language. Stops if the decision has changed, because that queued another job. */
export async function notifyVoters(
  ctx: Ctx,
  told: { wishId: string; decidedAt: string; after: string },
): Promise<void> {
  const row = await findWish(ctx.db, readId(told.wishId));
  if (!row || row.decidedAt?.toISOString() !== told.decidedAt || row.mergedInto !== null) return;
  const voters = await listVoters(ctx.db, { wishId: row.id, after: told.after, limit: TOLD_AT_ONCE });
  for (const userId of voters) {
    const locale = await localeOfUser(ctx, userId);
    await notify(withLocale(ctx, locale), userId, {
      severity: 'info',
      title: say(locale, news[row.state], { title: row.title }),
      message: row.why ?? row.title,
      actionUrl: `/feedback/${row.id}`,
      key: `wish ${row.id} ${told.decidedAt}`,
    });
  }
  const last = voters.at(-1);
  if (last && voters.length === TOLD_AT_ONCE) await ctx.queue.send(notifyVotersJob, { ...told, after: last });
}

/** Refuses to merge a post into itself or into a post that is already merged. */
export async function merge(ctx: Ctx, wishId: string, into: string, reply?: string): Promise<void> {
  const [from, to] = [readId(wishId), readId(into)];
  if (from === to) throw new AppError('cannotMerge');
  await ctx.db.transaction(async (tx) => {
    await lockMerging(tx);
    const rows = await lockWishes(tx, [from, to]);
    const [source, target] = [rows.get(from), rows.get(to)];
    if (!source || !target) throw new AppError('wishNotFound');
    if (source.mergedInto !== null || target.mergedInto !== null) throw new AppError('cannotMerge');
    describeToStaff(ctx, { ...subjectOf(source), href: subjectOf(target).href });
    await moveAll(tx, from, to);
    await recount(tx, [from, to]);
    await keepReply(ctx, tx, reply);
  });
  await ctx.cache.forget(CACHE);
}
