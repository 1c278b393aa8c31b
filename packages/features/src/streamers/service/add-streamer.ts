import type { StreamerBody } from '@tally/contract';
import { isUniqueViolation } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Channel, type Ctx, plainQuestion } from '@tally/kernel';
import {
  countStreamers,
  insertStreamer,
  lockStreamers,
  type StreamerAddress,
  updateStreamer,
} from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { saveMessages } from './change-messages.ts';
import { checkNews } from './check-news.ts';
import { maxStreamers } from './limits.ts';
import { type Creator, findCreator } from './names/find-creator.ts';
import { readRow } from './read.ts';
import { changeOne } from './standing.ts';
import { tellAddedWhileLive, tellStreamersChanged } from './streamers-changed.ts';
import { watchFor } from './watching.ts';

/** Follows a creator. They are looked up first, so that a typo is noticed at once. */
export async function addStreamer(
  ctx: Ctx,
  address: StreamerAddress,
  body: StreamerBody,
  creator?: Creator,
): Promise<StreamerRow> {
  const { customMessages, ...settings } = body;
  await checkNews(ctx, address, settings);
  const { connection, channel } = creator ?? (await findCreator(ctx, { ...address, isAsked: true }));
  const [answer] = await connection.stream.ask([{ ...plainQuestion(channel.id), name: channel.name }]);
  const snapshot = answer?.snapshot;
  const limit = await maxStreamers(ctx, address.serverId, address.platform);

  const added = { ...newRow(address, channel), id: ctx.random.uuid() };
  return await changeOne(ctx, { row: added }, async (tx) => {
    await lockStreamers(tx, address.serverId, address.platform);
    if ((await countStreamers(tx, address.serverId, address.platform)) >= limit)
      throw new AppError('planLimit', { limit, what: 'streamers' });
    const now = ctx.clock.now();
    const row = await insertStreamer(tx, { ...added, settings, addedAt: now, changedAt: now });
    await saveMessages(ctx, tx, row, customMessages);
    await watchFor(ctx, tx, row, channel);
    await tellStreamersChanged(ctx, tx, row.serverId);
    const alreadyLiveSession =
      snapshot?.state === 'live' ? await tellAddedWhileLive(ctx, tx, { row, channel, snapshot }) : null;
    const followed = alreadyLiveSession ? await updateStreamer(tx, row.id, { alreadyLiveSession }) : row;
    if (ctx.held) await keepReply(ctx, tx, await readRow({ ...ctx, db: tx }, followed));
    return followed;
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new AppError('alreadyFollowed', { name: channel.displayName });
    throw error;
  });
}

const newRow = (address: StreamerAddress, channel: Channel) => ({
  serverId: address.serverId,
  platform: address.platform,
  channelId: channel.id,
  name: channel.name,
});
