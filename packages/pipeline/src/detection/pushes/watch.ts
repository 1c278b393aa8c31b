import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Channel, Ctx } from '@tally/kernel';
import { queueEvents } from '../session/queue-events.ts';
import { lockChannel, saveChannel } from '../store/channels.ts';
import { addWatch, listWatchesOf, removeWatch } from '../store/watches.ts';
import { askForPushes } from './pushes.ts';

export interface WatchWanted {
  readonly channel: Channel;
  readonly reason: string;
  readonly holder: string;
  /** If the budget is tight, channels with a higher number go first. */
  readonly priority?: number;
}

/**
 * Follows a channel for a reason (a feature's word) on behalf of a holder (a server). Reasons are counted: we query a
 * channel once for all holders, and drop it when the last holder stops following.
 */
export async function watch(ctx: Ctx, tx: Db, wanted: WatchWanted): Promise<void> {
  const now = ctx.clock.now();
  const { platform, id, name } = wanted.channel;
  const former = await lockChannel(tx, platform, id);
  await saveChannel(tx, wanted.channel, now);
  await addWatch(tx, {
    platform,
    channelId: id,
    reason: wanted.reason,
    holder: wanted.holder,
    createdAt: now,
    priority: wanted.priority ?? 0,
  });
  if (former && former.name !== name) {
    await queueEvents(ctx, tx, former, [{ kind: 'renamed', platform, channelId: id, formerName: former.name }]);
  }
  await ctx.queue.send(askForPushes, { platform, channelId: id }, { tx, singletonKey: `${platform} ${id}` });
}

/** Stops following all channels that this holder follows for this reason. */
export async function dropWatches(tx: Db, about: { readonly reason: string; readonly holder: string }): Promise<void> {
  for (const each of await listWatchesOf(tx, about)) await removeWatch(tx, each);
}

export async function unwatch(
  tx: Db,
  dropped: { platform: Platform; channelId: string; reason: string; holder: string },
): Promise<void> {
  await removeWatch(tx, dropped);
}
