import { type ChannelId, type LeaderBoardType, type ServerId, type TextKey } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, say, seconds } from '@tally/kernel';
import { awaitOutcome } from '@tally/pipeline/delivery';
import { requirePostable } from '../../places/index.ts';
import { requirePlanFlags } from '../../servers/index.ts';
import { changeStreamer, getStreamer } from '../../streamers/index.ts';
import { COUNTED_ON } from '../match.ts';
import { changeBoard, findBoard, lockBoard } from '../store/boards.ts';
import { takeAway } from './boards.ts';
import { keyOf, refreshBoard } from './refresh.ts';

/** A person waits at the button; slower failures go to the error log. */
const WAITED_FOR_MS = seconds(4);

export interface PanelWanted {
  readonly streamerUserName: string;
  readonly leaderBoardChannelId?: ChannelId | undefined;
  readonly leaderBoardTypes?: readonly LeaderBoardType[] | undefined;
}

/** Posts the automatic message. It replaces an existing one. */
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
    await takeAway(ctx, tx, row.standingKey);
    const nothing = { standingKey: null, messageId: null, shown: null };
    await changeBoard(tx, row.streamerId, { ...nothing, dueAt: ctx.clock.now() });
  });
  await refreshBoard(ctx, streamer.id);
  return await tellOutcome(ctx, streamer.id, values);
}

async function tellOutcome(ctx: Ctx, streamerId: string, values: { channel: string; name: string }): Promise<string> {
  // By its round, because a message that failed at once no longer has a key.
  const row = await findBoard(ctx.db, streamerId);
  const key = row && keyOf(row, row.round);
  const delivery = key ? await awaitOutcome(ctx, key, WAITED_FOR_MS) : null;
  if ((delivery?.state === 'failed' || delivery?.state === 'skipped') && delivery.reason) {
    const reason: TextKey = `notifications.reason${upper(delivery.reason)}`;
    throw new AppError('conflict', {}, [say(ctx.locale, reason, values)]);
  }
  const isPosted = delivery?.state === 'posted' || delivery?.state === 'edited';
  return say(ctx.locale, isPosted ? 'leaderboards.posted' : 'leaderboards.onItsWay', values);
}

const upper = <W extends string>(word: W) => `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<W>;
