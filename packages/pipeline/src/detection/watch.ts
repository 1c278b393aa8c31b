import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Channel, Ctx } from '@tally/kernel';
import { addWatch, removeWatch, saveChannel } from './store.ts';
import { askForPushes } from './sweep.ts';

/**
 * Follows a channel for a reason (a feature's word) on behalf of a holder (a server). Counted, so that a channel is
 * asked about once however many want it, and is dropped when the last one lets go.
 */
export async function watch(
  ctx: Ctx,
  tx: Db,
  wanted: { channel: Channel; reason: string; holder: string },
): Promise<void> {
  const now = ctx.clock.now();
  await saveChannel(tx, wanted.channel, now);
  await addWatch(tx, {
    platform: wanted.channel.platform,
    channelId: wanted.channel.id,
    reason: wanted.reason,
    holder: wanted.holder,
    createdAt: now,
  });
  const { platform, id } = wanted.channel;
  await ctx.queue.send(askForPushes, { platform, channelId: id }, { tx, singletonKey: `${platform} ${id}` });
}

export async function unwatch(
  tx: Db,
  dropped: { platform: Platform; channelId: string; reason: string; holder: string },
): Promise<void> {
  await removeWatch(tx, dropped);
}
