import type { StreamerBody } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { findChannel } from '@tally/pipeline/detection';
import { merged, whatIsNew } from '../../places/index.ts';
import { deleteStreamer, lockStreamer, type StreamerAddress, updateStreamer } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { getStreamer } from './address.ts';
import { applyTo } from './apply-plan.ts';
import { saveMessages } from './change-messages.ts';
import { checkNews } from './check-news.ts';
import { maxStreamers } from './limits.ts';
import { changeOne } from './standing.ts';
import { tellStreamersChanged } from './streamers-changed.ts';
import { stopWatching, watchFor } from './watching.ts';

/** Absent is unchanged, null is cleared, lists are replaced. */
export async function changeStreamer(
  ctx: Ctx,
  address: StreamerAddress,
  { body, version }: { body: StreamerBody; version?: string | undefined },
): Promise<StreamerRow> {
  const { customMessages, ...change } = body;
  const row = await getStreamer(ctx, address);
  // Clients send back what they received. Leftovers of a lapsed plan or a deleted channel must not block other
  // changes.
  await checkNews(ctx, address, whatIsNew(change, row.settings));
  return await changeOne(ctx, { row, version }, async (tx) => {
    // Another person may have changed or removed it since it was read.
    const before = await lockStreamer(tx, row.id);
    if (!before) throw new AppError('streamerNotFound', { name: row.name });
    await saveMessages(ctx, tx, before, customMessages);
    const changed = await updateStreamer(tx, row.id, {
      settings: merged(before.settings, change),
      // When its owner changes something, a streamer that we paused is tried again; one that the plan paused is not.
      pauseReason: before.pauseReason === 'planLimit' ? 'planLimit' : null,
      changedAt: ctx.clock.now(),
    });
    const channel = await findChannel(tx, row.platform, row.channelId);
    if (channel) await watchFor(ctx, tx, changed, channel);
    await tellStreamersChanged(ctx, tx, row.serverId);
    return changed;
  });
}

export async function removeStreamer(ctx: Ctx, address: StreamerAddress, version?: string): Promise<void> {
  const row = await getStreamer(ctx, address);
  const limit = await maxStreamers(ctx, row.serverId, row.platform);
  await changeOne(ctx, { row, version }, async (tx) => {
    await deleteStreamer(tx, row.id);
    await stopWatching(tx, row);
    await tellStreamersChanged(ctx, tx, row.serverId);
    // A streamer that was over the plan's limit may take the freed place.
    await applyTo(ctx, tx, { serverId: row.serverId, platform: row.platform, limit });
  });
}

/**
 * The owner wants a post about the stream that was live when they added this streamer. It becomes news, including its
 * end.
 */
export const takeAsNews = async (ctx: Ctx, row: StreamerRow): Promise<StreamerRow> =>
  await changeOne(ctx, { row }, async (tx) => await updateStreamer(tx, row.id, { alreadyLiveSession: null }));
