import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days } from '@tally/kernel';
import { withdraw } from '@tally/pipeline/delivery';
import { listStreamersOf, type StreamerRow } from '../../streamers/index.ts';
import { COUNTED_ON } from '../match.ts';
import { deleteBoards, listBoardsOf, saveBoard } from '../store/boards.ts';
import type { BoardRow } from '../tables.ts';
import { refreshSoon } from './refresh.ts';
import { rolesSoon } from './roles.ts';

/** While Discord is down, we retry the removal of a message for this long. */
const CLEAN_UP_MS = days(7);

/** Updates boards in the transaction that changes the server's streamers, so both always match. */
export async function followStreamers(ctx: Ctx, tx: Db, serverId: ServerId): Promise<void> {
  const before = new Map((await listBoardsOf(tx, serverId)).map((row) => [row.streamerId, row]));
  const wanted = (await listStreamersOf(tx, serverId)).filter(isOnBoard);
  const gone = [...before.values()].filter((row) => !wanted.some(({ id }) => id === row.streamerId));
  for (const row of gone) if (row.standingKey) await withdrawMessage(ctx, tx, row.standingKey);
  await deleteBoards(
    tx,
    gone.map((row) => row.streamerId),
  );
  for (const streamer of wanted) await followOne(ctx, tx, streamer, before.get(streamer.id));
  const hadRoles = [...before.values()].some((row) => row.hasRoles);
  if (hadRoles || wanted.some(hasRoles)) await rolesSoon(ctx, serverId, { tx });
}

const hasRoles = ({ settings }: StreamerRow): boolean =>
  (settings.leaderBoardSyncRoles ?? []).some(({ roles }) => roles.length > 0);
const isOnBoard = (streamer: StreamerRow): boolean =>
  streamer.platform === COUNTED_ON && (Boolean(streamer.settings.leaderBoardChannelId) || hasRoles(streamer));

async function followOne(ctx: Ctx, tx: Db, streamer: StreamerRow, before: BoardRow | undefined): Promise<void> {
  const { id: streamerId, serverId, channelId: kickChannelId, settings } = streamer;
  const postChannelId = settings.leaderBoardChannelId ?? null;
  const hasMoved = before !== undefined && before.postChannelId !== postChannelId;
  if (hasMoved && before.standingKey) await withdrawMessage(ctx, tx, before.standingKey);
  const now = ctx.clock.now();
  await saveBoard(tx, {
    streamerId,
    serverId,
    kickChannelId,
    hasRoles: hasRoles(streamer),
    postChannelId,
    // A manager who changes a board expects to see it work, so saving also resumes a paused board.
    pausedBy: null,
    dueAt: postChannelId ? now : null,
    ...(hasMoved ? { standingKey: null, messageId: null, shown: null, shownAt: null } : {}),
  });
  if (postChannelId) await refreshSoon(ctx, streamerId, { tx });
}

export async function withdrawMessage(ctx: Ctx, tx: Db, key: string): Promise<void> {
  await withdraw(ctx, tx, [key], { giveUpAt: new Date(ctx.clock.now().getTime() + CLEAN_UP_MS) });
}
