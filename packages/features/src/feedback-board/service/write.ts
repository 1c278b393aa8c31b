import { type ChannelId, defaultLocale, fixedLimits, type UserId, type WishBody } from '@tally/contract';
import { card, linkButton } from '@tally/discord/interactions';
import type { Db } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, bornAt, type Ctx, days, declareJob, describeToStaff, requireUser, say } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { z } from 'zod';
import { listNames } from '../../account/index.ts';
import { deleteComment, findComment, hasCommentOfOthers, insertComment } from '../store/comments.ts';
import { deleteWish, findWish, hasVoteOfOthers, insertWish, lockWishes, recount, saveVote } from '../store/wishes.ts';
import { lockWriter, noteWriting } from '../store/writings.ts';
import type { WishRow } from '../tables.ts';
import { CACHE, isByStaff, readId } from './find.ts';

export const notifyStaffJob = declareJob({ name: 'feedback-board/tell-staff', data: z.object({ wishId: z.string() }) });

/** A new Discord account has to wait, which slows people who create accounts to vote several times. */
const OLD_ENOUGH_DAYS = 7;

/** Adds a post with its author's vote. */
export async function addWish(ctx: Ctx, { kind, title, text }: WishBody): Promise<{ wishId: string }> {
  const userId = requireGrown(ctx);
  const now = ctx.clock.now();
  const row = { kind, title: title.trim(), text: text.trim(), userId, createdAt: now };
  if (!/[\p{L}\p{N}]/u.test(row.title)) throw new AppError('wishSaysNothing');
  const id = await ctx.db.transaction(async (tx) => {
    await lockWriter(tx, userId);
    const lately = await noteWriting(tx, { userId, what: 'wish', at: now }, new Date(now.getTime() - days(1)));
    const limit = fixedLimits.wishesADay;
    if (lately > limit) throw new AppError('tooManyWishes', { limit });
    const wishId = await insertWish(tx, row);
    await saveVote(tx, { wishId, userId }, true);
    await recount(tx, [wishId]);
    if (ctx.config.STAFF_CHANNEL_ID) await ctx.queue.send(notifyStaffJob, { wishId: String(wishId) }, { tx });
    await keepReply(ctx, tx, { wishId: String(wishId) });
    return wishId;
  });
  await ctx.cache.forget(CACHE);
  return { wishId: String(id) };
}

export async function vote(ctx: Ctx, wishId: string, isWanted: boolean): Promise<{ votes: number }> {
  const userId = requireGrown(ctx);
  return await ctx.db.transaction(async (tx) => {
    const { id } = await lockShown(tx, wishId);
    await saveVote(tx, { wishId: id, userId }, isWanted);
    const votes = await recount(tx, [id]);
    return { votes: votes.get(id) ?? 0 };
  });
}

export async function addComment(ctx: Ctx, wishId: string, given: string, reply?: string): Promise<void> {
  const userId = requireGrown(ctx);
  const text = given.trim();
  if (text === '') throw new AppError('wishSaysNothing');
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockWriter(tx, userId);
    const lately = await noteWriting(tx, { userId, what: 'comment', at: now }, new Date(now.getTime() - days(1)));
    const limit = fixedLimits.commentsADay;
    if (lately > limit && !isByStaff(ctx)) throw new AppError('tooManyComments', { limit });
    const { id } = await lockShown(tx, wishId);
    await insertComment(tx, { wishId: id, userId, text, isStaff: isByStaff(ctx), createdAt: now });
    await recount(tx, [id]);
    await keepReply(ctx, tx, reply);
  });
}

export async function removeComment(
  ctx: Ctx,
  { wishId, commentId }: { readonly wishId: string; readonly commentId: string },
  whose: 'own' | 'any',
): Promise<void> {
  const { userId } = requireUser(ctx);
  await ctx.db.transaction(async (tx) => {
    const { id } = await lockShown(tx, wishId);
    const comment = await findComment(tx, id, readId(commentId));
    if (!comment) throw new AppError('wishNotFound');
    if (whose === 'own' && comment.userId !== userId) throw new AppError('notAllowed');
    // The record is about the comment's author, so it must not contain the title, which another person wrote.
    describeToStaff(ctx, { href: `/feedback/${id}`, personId: comment.userId });
    await deleteComment(tx, comment.id);
    await recount(tx, [id]);
  });
}

/** Authors cannot delete their post once others have voted for it or commented on it. */
export async function removeWish(ctx: Ctx, wishId: string, whose: 'own' | 'any'): Promise<void> {
  const { userId } = requireUser(ctx);
  await ctx.db.transaction(async (tx) => {
    const row = await lockShown(tx, wishId);
    if (whose === 'own') {
      if (row.userId !== userId) throw new AppError('notAllowed');
      const isShared = (await hasVoteOfOthers(tx, row.id, userId)) || (await hasCommentOfOthers(tx, row.id, userId));
      if (isShared) throw new AppError('wishIsWanted');
    }
    describeToStaff(ctx, { title: row.title, personId: row.userId });
    await deleteWish(tx, row.id);
  });
  await ctx.cache.forget(CACHE);
}

/**
 * Locks the post, or the target of its merges, until the transaction ends. It locks no merged post, because a
 * concurrent merge locks the target first and would deadlock with us.
 */
async function lockShown(tx: Db, wishId: string): Promise<WishRow> {
  let id = readId(wishId);
  for (;;) {
    const found = await findWish(tx, id);
    if (!found) throw new AppError('wishNotFound');
    if (found.mergedInto === null) {
      const row = (await lockWishes(tx, [id])).get(id);
      if (!row) throw new AppError('wishNotFound');
      // The post was not merged between the read and the lock.
      if (row.mergedInto === null) return row;
      id = row.mergedInto;
    } else id = found.mergedInto;
  }
}

function requireGrown(ctx: Ctx): UserId {
  const { userId } = requireUser(ctx);
  const grown = new Date(bornAt(userId).getTime() + days(OLD_ENOUGH_DAYS));
  if (grown <= ctx.clock.now() || isByStaff(ctx)) return userId;
  const date = new Intl.DateTimeFormat(ctx.locale, { dateStyle: 'long', timeZone: 'UTC', numberingSystem: 'latn' });
  throw new AppError('accountTooYoung', { days: OLD_ENOUGH_DAYS, date: date.format(grown) });
}

export async function notifyStaff(ctx: Ctx, wishId: string): Promise<void> {
  const row = await findWish(ctx.db, readId(wishId));
  const channelId = ctx.config.STAFF_CHANNEL_ID;
  if (!row || !channelId) return;
  const name = row.userId ? ((await listNames(ctx, [row.userId])).get(row.userId) ?? row.userId) : '';
  await ctx.discord.messages.create({
    channelId: channelId as ChannelId,
    payload: card(
      {
        author: { name: say(defaultLocale, 'feedbackBoard.staffTitle', { name }).slice(0, 256) },
        title: escapeMarkdown(row.title).slice(0, 256),
        description: escapeMarkdown(row.text).slice(0, 4096),
      },
      [linkButton(say(defaultLocale, 'feedbackBoard.staffButton'), `${ctx.config.webUrl}/feedback/${row.id}`)],
    ),
    nonce: `wish${row.id}`,
  });
}
