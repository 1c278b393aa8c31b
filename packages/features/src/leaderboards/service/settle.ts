import type { DeliveryReason } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, minutes } from '@tally/kernel';
import { type Delivered, forgetDeliveries } from '@tally/pipeline/delivery';
import { reportUnposted } from '../../places/index.ts';
import { changeBoard, lockBoard } from '../store/boards.ts';
import type { BoardPause, BoardRow } from '../tables.ts';
import { withdrawMessage } from './boards.ts';
import { refreshSoon, soonest } from './refresh.ts';

const RETRY_MS = minutes(5);
const PAGE = '/notifications';

/** Handles the outcomes of messages. It is safe to repeat. */
export async function settleBoards(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    const isNews = await ctx.db.transaction(async (tx) =>
      settle(ctx, tx, await lockBoard(tx, delivery.subject), delivery),
    );
    if (isNews) await reportUnposted(ctx, delivery, { what: { say: 'leaderboards.what' }, path: PAGE });
  }
}

/** Returns true if the owner should be notified. */
async function settle(ctx: Ctx, tx: Db, row: BoardRow | null, delivery: Delivered): Promise<boolean> {
  const { dedupeKey: key, state, reason, messageId } = delivery;
  const isOurs = row?.standingKey === key;
  switch (state) {
    case 'queued':
      return false;
    case 'posted':
    case 'edited':
      if (isOurs) await changeBoard(tx, row.streamerId, { messageId });
      else await withdrawMessage(ctx, tx, key);
      return false;
    case 'unconfirmed':
      if (isOurs) await again(ctx, tx, row, soonest(ctx, row));
      return isOurs;
    case 'removed':
      await forgetDeliveries(tx, [key]);
      // A moderator deleted the message. We post it again if the board still exists.
      if (isOurs) await again(ctx, tx, row, soonest(ctx, row));
      return false;
    case 'failed':
    case 'skipped': {
      if (!isOurs) return false;
      const pausedBy = pauses[reason ?? 'refused'] ?? null;
      if (!pausedBy) await again(ctx, tx, row, new Date(ctx.clock.now().getTime() + RETRY_MS));
      else await changeBoard(tx, row.streamerId, { ...nothing, pausedBy, dueAt: null });
      return pausedBy !== null;
    }
    default:
      return state satisfies never;
  }
}

const nothing = { standingKey: null, messageId: null, shown: null } as const;

async function again(ctx: Ctx, tx: Db, row: BoardRow, dueAt: Date): Promise<void> {
  await changeBoard(tx, row.streamerId, { ...nothing, dueAt });
  await refreshSoon(ctx, row.streamerId, { tx, startAfter: dueAt });
}

/** These failures would only repeat, so they pause the board. After any other failure, we retry. */
const pauses: Partial<Record<DeliveryReason, BoardPause>> = {
  missingPermission: 'permissions',
  unknownChannel: 'channelGone',
  refused: 'refused',
  tooLarge: 'refused',
};
