import type { StreamerBody } from '@tally/contract';
import { type Ctx } from '@tally/kernel';
import { unwatch } from '@tally/pipeline/detection';
import { deleteStreamer, type StreamerAddress, updateStreamer } from '../store.ts';
import type { StreamerRow, StreamerSettings } from '../tables.ts';
import { WATCH_REASON } from './add-streamer.ts';
import { getStreamer } from './address.ts';
import { saveMessages } from './change-messages.ts';
import { checkChoices } from './check-choices.ts';
import { requireFlags } from './limits.ts';

/** Absent is unchanged, null is cleared, lists are replaced. */
export async function changeStreamer(ctx: Ctx, address: StreamerAddress, body: StreamerBody): Promise<StreamerRow> {
  const { customMessages, ...change } = body;
  await requireFlags(ctx, address.serverId, change);
  await checkChoices(ctx, address.serverId, change);
  const row = await getStreamer(ctx, address);
  return await ctx.db.transaction(async (tx) => {
    await saveMessages(ctx, tx, row, customMessages);
    return await updateStreamer(tx, row.id, {
      settings: merged(row.settings, change),
      // What the house paused is tried again once its owner has changed something.
      pauseReason: null,
      changedAt: ctx.clock.now(),
    });
  });
}

function merged(before: StreamerSettings, change: StreamerSettings): StreamerSettings {
  const entries = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries);
}

export async function removeStreamer(ctx: Ctx, address: StreamerAddress): Promise<void> {
  const row = await getStreamer(ctx, address);
  await ctx.db.transaction(async (tx) => {
    await deleteStreamer(tx, row.id);
    await unwatch(tx, {
      platform: row.platform,
      channelId: row.channelId,
      reason: WATCH_REASON,
      holder: row.serverId,
    });
  });
}
