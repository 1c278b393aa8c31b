import type { Leaderboards, ServerId, UserId } from '@tally/contract';
import type { Ctx, Feature } from '@tally/kernel';
import { seenAs } from '@tally/pipeline/delivery';
import { listLinkedAccounts } from '../../connections/index.ts';
import { getStreamer } from '../../streamers/index.ts';
import { COUNTED_ON } from '../match.ts';
import { PLACES } from '../render.ts';
import { findBoard, listBoards } from '../store/boards.ts';
import { listGiftsOf, listStandings } from '../store/gifts.ts';
import { composeBoard } from './refresh.ts';

export async function readLeaderboards(ctx: Ctx, serverId: ServerId, name: string): Promise<Leaderboards> {
  const streamer = await getStreamer(ctx, { serverId, platform: COUNTED_ON, name });
  const { id, channelId, settings } = streamer;
  const standings = (await listStandings(ctx.db, [channelId], { at: ctx.clock.now(), most: PLACES }))(channelId);
  const board = await findBoard(ctx.db, id);
  const payload = await composeBoard(ctx, { ...streamer, settings: { ...settings, leaderBoardTypes: [] } });
  return {
    standings: { weekly: [...standings.weekly], monthly: [...standings.monthly], overall: [...standings.overall] },
    panel: board?.postChannelId
      ? {
          channelId: board.postChannelId,
          messageId: board.messageId,
          shownAt: board.shownAt,
          pauseReason: board.pausedBy,
        }
      : null,
    message: { payload: { ...payload }, sender: await seenAs(ctx, serverId, null), shows: null, people: [], files: [] },
  };
}

/** Adds the id of the board's message to each streamer on the wire. */
export const streamerFacts: NonNullable<Feature['streamerFacts']> = async (ctx, streamerIds) => {
  const rows = await listBoards(ctx.db, streamerIds);
  return new Map(rows.map((row) => [row.streamerId, { leaderBoardMessageId: row.messageId }]));
};

export async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const accounts = await listLinkedAccounts(ctx, [userId], [COUNTED_ON]);
  const gifts = await listGiftsOf(
    ctx.db,
    accounts.map(({ accountId }) => accountId),
  );
  return gifts.length > 0 ? { giftedSubs: gifts } : {};
}
