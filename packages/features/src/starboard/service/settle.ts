import { hasFlag, type RestReason, type RoleId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { type Delivered, forgetDeliveries, withdraw } from '@tally/pipeline/delivery';
import { claimRoles } from '@tally/pipeline/roles';
import { report, type Trouble } from '../../error-logs/index.ts';
import { findLack } from '../../places/index.ts';
import { planOf } from '../../servers/index.ts';
import { listBoards, pauseBoard } from '../store/boards.ts';
import { changePost, findPost, lockPostById } from '../store/posts.ts';
import type { Post } from '../tables.ts';
import { forgetKnown } from './boards.ts';
import { TEST } from './post.ts';
import { queueLook } from './queue-look.ts';

const REWARD = 'starboard/reward';

/** Handles the outcomes of delivered posts. Safe to repeat. */
export async function settlePosts(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    // A test's outcome goes to the person who is waiting for it.
    if (delivery.kind === TEST) continue;
    const roleId = delivery.state === 'posted' ? await rewardOf(ctx, delivery) : null;
    const trouble = await ctx.db.transaction(async (tx) => {
      const post = await lockPostById(tx, delivery.subject);
      return await settle(ctx, tx, { post, delivery, roleId });
    });
    if (trouble) await tell(ctx, delivery, trouble);
  }
}

interface Outcome {
  readonly post: Post | null;
  readonly delivery: Delivered;
  readonly roleId: RoleId | null;
}

async function settle(ctx: Ctx, tx: Db, { post, delivery, roleId }: Outcome): Promise<Delivered['reason']> {
  const { dedupeKey, state, messageId, reason } = delivery;
  const isCurrent = post?.deliveryKey === dedupeKey;
  switch (state) {
    case 'queued':
      return null;
    case 'posted':
    case 'edited':
      if (!post || !isCurrent) {
        // The post was removed while it was being sent.
        if (delivery.wanted === 'present') await withdraw(ctx, tx, [dedupeKey], { giveUpAt: delivery.giveUpAt });
        return null;
      }
      if (post.messageId !== messageId) await changePost(tx, post.id, { messageId });
      if (roleId && !post.isRewarded) {
        await changePost(tx, post.id, { isRewarded: true });
        const { serverId, authorId: userId } = post;
        // Discord does not always name the author. Without a name there is no one to reward.
        if (!UserId.safeParse(userId).success) return null;
        await claimRoles(ctx, tx, [{ serverId, userId, roleId, kind: REWARD, wish: 'given', reason: post.id }]);
      }
      return null;
    case 'removed':
      await forgetDeliveries(tx, [dedupeKey]);
      // The edit found no message, so a person deleted it.
      if (post && isCurrent)
        await changePost(tx, post.id, { deliveryKey: null, messageId: null, print: null, isTrashed: true });
      return null;
    case 'failed':
    case 'skipped':
      // If an edit is refused, the message stays and the next change tries again.
      if (messageId && reason !== 'unknownChannel') return isCurrent ? reason : null;
      await forgetDeliveries(tx, [dedupeKey]);
      if (post && isCurrent) await changePost(tx, post.id, { deliveryKey: null, messageId: null, print: null });
      return isCurrent ? reason : null;
    case 'unconfirmed':
      // The message may have been posted, and a second one would be worse than none.
      return isCurrent ? 'replyLost' : null;
    default:
      return state satisfies never;
  }
}

/** The author's reward role, under the server's current plan. */
async function rewardOf(ctx: Ctx, { serverId, channelId }: Delivered): Promise<RoleId | null> {
  const board = (await listBoards(ctx.db, serverId)).find((each) => each.channelId === channelId);
  const roleId = board?.settings.rewardRole;
  if (!roleId) return null;
  const { bitfield } = await planOf(ctx, serverId);
  return hasFlag(bitfield, 'StarboardRewardRole') ? roleId : null;
}

const pauses: Readonly<Record<string, RestReason | undefined>> = {
  missingPermission: 'permissions',
  unknownChannel: 'channelGone',
};

async function tell(ctx: Ctx, delivery: Delivered, reason: NonNullable<Delivered['reason']>): Promise<void> {
  const { serverId, channelId } = delivery;
  const pausedBy = pauses[reason];
  const board = (await listBoards(ctx.db, serverId)).find((each) => each.channelId === channelId);
  if (reason === 'unknownChannel' && !board) {
    // The board has moved, so the owner has nothing to fix. The lost message may be posted in the new channel.
    await lookAgain(ctx, delivery);
    return;
  }
  if (pausedBy && board) {
    await pauseBoard(ctx.db, board.id, pausedBy);
    await forgetKnown(ctx, serverId);
  }
  const trouble = await explain(ctx, delivery, reason);
  if (trouble) await report(ctx, serverId, trouble);
}

async function lookAgain(ctx: Ctx, { serverId, subject }: Delivered): Promise<void> {
  const post = await findPost(ctx.db, subject);
  if (!post) return;
  const { originalChannelId: channelId, originalMessageId: messageId } = post;
  await queueLook(ctx, { serverId, channelId, messageId }, ctx.clock.now());
}

async function explain(
  ctx: Ctx,
  { serverId, channelId, reasonValues }: Delivered,
  reason: NonNullable<Delivered['reason']>,
): Promise<Trouble | null> {
  const what = { say: 'starboard.what' as const };
  if (reason === 'missingPermission') return await findLack(ctx, serverId, channelId);
  if (reason === 'unknownChannel') {
    const action = { kind: 'chooseChannel', path: '/starboard', targetId: channelId } as const;
    return { reason: 'unknownChannel', details: { what }, action };
  }
  if (reason === 'replyLost') return { reason: 'unconfirmed', details: { what, place: `<#${channelId}>` } };
  if (reason !== 'refused') return null;
  return { reason: 'messageRefused', details: { what, reason: String(reasonValues.detail ?? '') } };
}
