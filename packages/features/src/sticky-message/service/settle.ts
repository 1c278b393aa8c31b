import type { RestReason } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, minutes } from '@tally/kernel';
import { type Delivered, forgetDeliveries, withdraw } from '@tally/pipeline/delivery';
import { report, type Trouble } from '../../error-logs/index.ts';
import { findLack } from '../../places/index.ts';
import { isLater } from '../match.ts';
import { lockStickyById, pauseSticky, trackSticky } from '../store/stickies.ts';
import type { StickyRow } from '../tables.ts';
import { callWhenDue } from './due.ts';
import { forgetWatched } from './notice.ts';
import { CLEAN_UP_MS } from './repost.ts';

const RETRY_MS = minutes(1);

/** Handles the outcomes of delivered posts. Safe to repeat. */
export async function settleStickies(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    const trouble = await ctx.db.transaction(async (tx) => {
      const row = await lockStickyById(tx, delivery.subject);
      return await settle(ctx, tx, row, delivery);
    });
    if (!trouble) continue;
    await forgetWatched(ctx);
    const told = await explain(ctx, delivery, trouble);
    if (told) await report(ctx, delivery.serverId, told);
  }
}

type Verdict = RestReason | 'unconfirmed' | null;

async function settle(ctx: Ctx, tx: Db, row: StickyRow | null, delivery: Delivered): Promise<Verdict> {
  switch (delivery.state) {
    case 'queued':
      return null;
    case 'posted':
    case 'edited':
      await stands(ctx, tx, row, delivery);
      return null;
    case 'unconfirmed':
      // Keeps the delivery's row: if the gateway later reports that the message was posted, we can remove it.
      return row ? await isOver(ctx, tx, row, delivery) : null;
    case 'removed':
    case 'failed':
    case 'skipped': {
      await forgetDeliveries(tx, [delivery.dedupeKey]);
      return row ? await isOver(ctx, tx, row, delivery) : null;
    }
    default:
      return delivery.state satisfies never;
  }
}

/** Removes the old message now that the new one is posted. */
async function stands(ctx: Ctx, tx: Db, row: StickyRow | null, delivery: Delivered): Promise<void> {
  const { dedupeKey: key, messageId } = delivery;
  if (row?.standingKey === key) return;
  if (row?.pendingKey !== key) return await withdrawSticky(ctx, tx, key);
  // Messages written before the post are above it, so they do not cause a repost.
  const isLast = messageId !== null && row.lastSeenId !== null && !isLater(row.lastSeenId, messageId);
  const timing = isLast ? { seenCount: 0, firstSeenAt: null, dueAt: null } : {};
  await trackSticky(tx, row.id, {
    pendingKey: null,
    pendingSince: null,
    standingKey: key,
    messageId,
    postedAt: delivery.sentAt ?? ctx.clock.now(),
    ...timing,
  });
  if (row.standingKey) await withdrawSticky(ctx, tx, row.standingKey);
  if (row.dueAt && !isLast) await callWhenDue(ctx, row.channelId, { at: row.dueAt, tx });
}

export async function withdrawSticky(ctx: Ctx, tx: Db, key: string): Promise<void> {
  await withdraw(ctx, tx, [key], { giveUpAt: new Date(ctx.clock.now().getTime() + CLEAN_UP_MS) });
}

async function isOver(ctx: Ctx, tx: Db, row: StickyRow, delivery: Delivered): Promise<Verdict> {
  const { dedupeKey: key, state, reason } = delivery;
  // A moderator deleted the message. It comes back with the channel's next message, not immediately.
  if (row.standingKey === key) await trackSticky(tx, row.id, { standingKey: null, messageId: null });
  if (row.pendingKey !== key) return null;
  await trackSticky(tx, row.id, { pendingKey: null, pendingSince: null });
  if (state === 'unconfirmed' || state === 'removed') {
    // Messages that arrived during the post found nothing due, so their next job is queued here.
    if (row.dueAt) await callWhenDue(ctx, row.channelId, { at: row.dueAt, tx });
    return state === 'unconfirmed' ? 'unconfirmed' : null;
  }
  const pause = pauses[reason ?? 'refused'];
  if (pause) {
    await pauseSticky(tx, row.id, pause);
    return pause;
  }
  const dueAt = new Date(ctx.clock.now().getTime() + RETRY_MS);
  await trackSticky(tx, row.id, { dueAt });
  await callWhenDue(ctx, row.channelId, { at: dueAt, tx });
  return null;
}

/** Failures that would only repeat, so they pause the sticky. After any other failure we retry soon. */
const pauses: Readonly<Record<string, RestReason | undefined>> = {
  missingPermission: 'permissions',
  unknownChannel: 'channelGone',
  refused: 'refused',
  tooLarge: 'refused',
};

const PAGE = '/sticky-message';

export async function explain(
  ctx: Ctx,
  { serverId, channelId, reasonValues }: Pick<Delivered, 'serverId' | 'channelId' | 'reasonValues'>,
  verdict: NonNullable<Verdict>,
): Promise<Trouble | null> {
  const what = { say: 'stickyMessage.what' as const };
  switch (verdict) {
    case 'permissions':
      return await findLack(ctx, serverId, channelId);
    case 'channelGone':
      return {
        reason: 'unknownChannel',
        details: { what },
        action: { kind: 'chooseChannel', path: PAGE, targetId: channelId },
      };
    case 'unconfirmed':
      return { reason: 'unconfirmed', details: { what, place: `<#${channelId}>` } };
    case 'refused':
    case 'planLimit':
      return {
        reason: 'messageRefused',
        details: { what, reason: String(reasonValues.detail ?? '') },
        action: { kind: 'editMessage', path: PAGE, targetId: channelId },
      };
    default:
      return verdict satisfies never;
  }
}
