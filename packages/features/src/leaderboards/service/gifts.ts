import type { Db } from '@tally/infra/db';
import { type Ctx, type GiftedSubs, seconds } from '@tally/kernel';
import { COUNTED_ON } from '../match.ts';
import { callBoards } from '../store/boards.ts';
import { addGift } from '../store/gifts.ts';
import { REFRESH_PAUSE_MS, refreshSoon } from './refresh.ts';
import { rolesSoon } from './roles.ts';

/** Gifts often come in bursts, so we update roles only this long after a gift. */
const BREATH_MS = seconds(5);

/** Counts a gift in the transaction of its push, so it counts once. Boards leave out anonymous gifters. */
export async function countGift(ctx: Ctx, tx: Db, gift: GiftedSubs): Promise<void> {
  const { gifter, channelId, count, givenAt, platform } = gift;
  if (platform !== COUNTED_ON || !gifter || count <= 0) return;
  const now = ctx.clock.now();
  await addGift(tx, { channelId, gifter, count, at: givenAt > now ? now : givenAt });
  const called = await callBoards(tx, channelId, { now, pauseMs: REFRESH_PAUSE_MS });
  for (const { streamerId, dueAt } of called) if (dueAt) await refreshSoon(ctx, streamerId, { tx, startAfter: dueAt });
  const servers = new Set(called.filter((board) => board.hasRoles).map((board) => board.serverId));
  for (const serverId of servers) {
    await rolesSoon(ctx, serverId, { tx, startAfter: new Date(now.getTime() + BREATH_MS) });
  }
}
