import { createHash } from 'node:crypto';
import { defaultLocale, hasFlag } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob, minutes, seconds } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import { amend, intend } from '@tally/pipeline/delivery';
import { findChannel } from '@tally/pipeline/detection';
import { z } from 'zod';
import { loadBranding } from '../../branding/index.ts';
import { report } from '../../error-logs/index.ts';
import { listSummaries, planOf } from '../../servers/index.ts';
import { listStreamersById, type StreamerRow } from '../../streamers/index.ts';
import { COUNTED_ON, periodsOf } from '../match.ts';
import { PLACES, renderBoard } from '../render.ts';
import { changeBoard, findBoard, lockBoard } from '../store/boards.ts';
import { listStandings } from '../store/gifts.ts';
import type { BoardRow } from '../tables.ts';

export const OWNER = 'leaderboards';
export const KIND = 'leaderboard';
/** Each message is edited at most once within this time. */
export const REFRESH_PAUSE_MS = minutes(1);
/** We drop an older edit, because a newer state exists by then. */
const GIVE_UP_MS = minutes(30);

export const refreshJob = defineJob({
  name: 'leaderboards/refresh',
  data: z.object({ streamerId: z.uuid() }),
  concurrency: 4,
  async run(ctx, { streamerId }) {
    const again = await refreshBoard(ctx, streamerId);
    if (again) await refreshSoon(ctx, streamerId, { startAfter: again });
  },
});

/** Queues at most one waiting job per message, even for many gifts. */
export async function refreshSoon(
  ctx: Ctx,
  streamerId: string,
  when: { readonly tx?: Db | undefined; readonly startAfter?: Date | undefined } = {},
): Promise<void> {
  await ctx.queue.send(refreshJob, { streamerId }, { singletonKey: streamerId, ...when });
}

/** Updates the message if it is due. Safe to repeat. Returns when to call again, or null. */
export async function refreshBoard(ctx: Ctx, streamerId: string): Promise<Date | null> {
  const row = await findBoard(ctx.db, streamerId);
  if (!row?.dueAt || !row.postChannelId || row.pausedBy) return null;
  if (row.dueAt > ctx.clock.now()) return row.dueAt;
  const [streamer] = await listStreamersById(ctx.db, [streamerId]);
  if (!streamer || streamer.settings.paused || streamer.pauseReason === 'planLimit') {
    await changeBoard(ctx.db, streamerId, { dueAt: null });
    return null;
  }
  const { bitfield } = await planOf(ctx, row.serverId);
  if (!hasFlag(bitfield, 'RefreshingLeaderboard')) {
    await changeBoard(ctx.db, streamerId, { dueAt: null, pausedBy: 'planLimit' });
    const what = { say: 'leaderboards.what' } as const;
    const action = { kind: 'upgrade', path: null, targetId: null } as const;
    await report(ctx, row.serverId, { reason: 'planLimit', details: { what, limit: 0 }, action });
    return null;
  }
  const payload = await composeBoard(ctx, streamer);
  return await ctx.db.transaction(async (tx) => {
    const held = await lockBoard(tx, streamerId);
    if (!held?.dueAt || held.postChannelId !== row.postChannelId || held.pausedBy) return null;
    if (held.dueAt > ctx.clock.now()) return held.dueAt;
    await show(ctx, tx, held, payload);
    return null;
  });
}

/** Renders the current board in the server's language. */
export async function composeBoard(ctx: Ctx, streamer: StreamerRow): Promise<MessagePayload> {
  const { serverId, channelId, name } = streamer;
  const [looks, shows, standingsOf, channel] = [
    await listSummaries(ctx, [serverId]),
    await loadBranding(ctx, [serverId]),
    await listStandings(ctx.db, [channelId], { at: ctx.clock.now(), most: PLACES }),
    await findChannel(ctx.db, COUNTED_ON, channelId),
  ];
  return renderBoard({
    locale: looks.get(serverId)?.locale ?? defaultLocale,
    name: channel?.displayName ?? name,
    url: channel?.url ?? `https://kick.com/${encodeURIComponent(name)}`,
    periods: periodsOf(streamer.settings.leaderBoardTypes),
    standings: standingsOf(channelId),
    signature: shows(serverId, 'leaderboard') ? ctx.config.SITE_NAME : null,
  });
}

/** Edits the message if the board has changed, or posts one if there is none. */
async function show(ctx: Ctx, tx: Db, row: BoardRow, payload: MessagePayload): Promise<void> {
  const now = ctx.clock.now();
  const shown = createHash('sha256').update(JSON.stringify(payload)).digest('base64url');
  const giveUpAt = new Date(now.getTime() + GIVE_UP_MS);
  if (row.standingKey) {
    if (row.shown === shown) return await changeBoard(tx, row.streamerId, { dueAt: null, shownAt: now });
    const changed = await amend(ctx, tx, [row.standingKey], { payload, giveUpAt });
    if (changed > 0) return await changeBoard(tx, row.streamerId, { dueAt: null, shown, shownAt: now });
  }
  await postBoard(ctx, tx, row, { payload, shown });
}

export const keyOf = ({ streamerId }: Pick<BoardRow, 'streamerId'>, round: number): string =>
  `${OWNER} ${streamerId} ${round}`;

/** Posts a new message. The caller must remove the old one. */
async function postBoard(
  ctx: Ctx,
  tx: Db,
  row: BoardRow,
  { payload, shown }: { payload: MessagePayload; shown: string },
): Promise<void> {
  if (!row.postChannelId) return;
  const now = ctx.clock.now();
  const round = row.round + 1;
  const standingKey = keyOf(row, round);
  await changeBoard(tx, row.streamerId, { round, standingKey, messageId: null, shown, shownAt: now, dueAt: null });
  await intend(ctx, tx, [
    {
      dedupeKey: standingKey,
      owner: OWNER,
      kind: KIND,
      serverId: row.serverId,
      subject: row.streamerId,
      channelId: row.postChannelId,
      payload,
      priority: 1,
      detectedAt: now,
      giveUpAt: new Date(now.getTime() + GIVE_UP_MS),
    },
  ]);
}

/** Returns the earliest time at which the message may be edited again. */
export const soonest = (ctx: Ctx, row: Pick<BoardRow, 'shownAt'>): Date =>
  new Date(Math.max(ctx.clock.now().getTime() + seconds(1), (row.shownAt?.getTime() ?? 0) + REFRESH_PAUSE_MS));
