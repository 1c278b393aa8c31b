import { type ChannelId, type LeaderBoardType, type ServerId } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, say } from '@tally/kernel';
import { isPostedSoon, requirePostable } from '../../places/index.ts';
import { requirePlanFlags } from '../../servers/index.ts';
import { changeStreamer, getStreamer } from '../../streamers/index.ts';
import { COUNTED_ON } from '../match.ts';
import { changeBoard, findBoard, lockBoard } from '../store/boards.ts';
import { withdrawMessage } from './boards.ts';
import { keyOf, refreshBoard } from './refresh.ts';

export interface PanelWanted {
  readonly streamerUserName: string;
  readonly leaderBoardChannelId?: ChannelId | undefined;
  readonly leaderBoardTypes?: readonly LeaderBoardType[] | undefined;
}

/** Posts the automatic message, and removes an earlier one. */
export async function postPanel(ctx: Ctx, serverId: ServerId, wanted: PanelWanted): Promise<string> {
  await requirePlanFlags(ctx, serverId, ['RefreshingLeaderboard']);
  const address = { serverId, platform: COUNTED_ON, name: wanted.streamerUserName } as const;
  const streamer = await getStreamer(ctx, address);
  const id = wanted.leaderBoardChannelId ?? streamer.settings.leaderBoardChannelId;
  const name = say(ctx.locale, 'leaderboards.what');
  if (!id) throw new AppError('noChannelChosen', { name });
  await requirePostable(ctx, serverId, { field: 'leaderBoardChannelId', id });
  const before = await findBoard(ctx.db, streamer.id);
  const types = wanted.leaderBoardTypes;
  const body = { leaderBoardChannelId: id, ...(types ? { leaderBoardTypes: [...types] } : {}) };
  await changeStreamer(ctx, address, { body });
  const values = { channel: `<#${id}>`, name };
  const onItsWay = say(ctx.locale, 'leaderboards.onItsWay', values);
  await ctx.db.transaction(async (tx) => {
    await keepReply(ctx, tx, onItsWay);
    const row = await lockBoard(tx, streamer.id);
    if (!row?.standingKey || row.standingKey !== before?.standingKey) return;
    await withdrawMessage(ctx, tx, row.standingKey);
    const nothing = { standingKey: null, messageId: null, shown: null };
    await changeBoard(tx, row.streamerId, { ...nothing, dueAt: ctx.clock.now() });
  });
  await refreshBoard(ctx, streamer.id);
  // Looks the message up by its round, because one that failed immediately has lost its key.
  const row = await findBoard(ctx.db, streamer.id);
  const isPosted = row !== null && (await isPostedSoon(ctx, keyOf(row, row.round), values));
  return isPosted ? say(ctx.locale, 'leaderboards.posted', values) : onItsWay;
}
