import { type ChannelId, pageOfStreamers } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { Trouble } from '../../error-logs/index.ts';
import { findLack } from '../../places/index.ts';
import { type StreamerRow, shownNames } from '../../streamers/index.ts';

/** Explains to managers why the bot cannot write in a channel, and how to fix it. */
export async function troubleIn(
  ctx: Ctx,
  streamer: StreamerRow,
  { reason, channelId }: { reason: 'permissions' | 'channelGone'; channelId: ChannelId },
): Promise<Trouble | null> {
  if (reason === 'channelGone') {
    return {
      reason: 'unknownChannel',
      details: { what: (await shownNames(ctx.db, [streamer]))(streamer) },
      action: { kind: 'chooseChannel', path: pageOfStreamers([streamer]), targetId: channelId },
    };
  }
  return await findLack(ctx, streamer.serverId, channelId);
}
