import { hasFlag } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Channel, Ctx } from '@tally/kernel';
import { CLIPS_REASON, unwatch, watch } from '@tally/pipeline/detection';
import { planOf } from '../../servers/index.ts';
import type { StreamerRow } from '../tables.ts';

export const WATCH_REASON = 'notifications';

/** Makes detection watch what the server wants from a channel: its streams, and its clips if forwarded. */
export async function watchFor(ctx: Ctx, tx: Db, streamer: StreamerRow, channel: Channel): Promise<void> {
  const { bitfield } = await planOf(ctx, streamer.serverId);
  const priority = hasFlag(bitfield, 'PriorityNotifications') ? 1 : 0;
  const holder = streamer.serverId;
  await watch(ctx, tx, { channel, reason: WATCH_REASON, holder, priority });
  if (streamer.settings.builtInClipsEnabled) await watch(ctx, tx, { channel, reason: CLIPS_REASON, holder, priority });
  else await dropWatch(tx, streamer, CLIPS_REASON);
}

export async function stopWatching(tx: Db, streamer: StreamerRow): Promise<void> {
  for (const reason of [WATCH_REASON, CLIPS_REASON]) await dropWatch(tx, streamer, reason);
}

const dropWatch = async (tx: Db, { platform, channelId, serverId }: StreamerRow, reason: string): Promise<void> =>
  await unwatch(tx, { platform, channelId, reason, holder: serverId });
