import { type ChannelId, pageOfStreamers } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { Trouble } from '../../error-logs/index.ts';
import { findLack } from '../../places/index.ts';
import { type StreamerRow, shownNames } from '../../streamers/index.ts';

/** Explains to the owner why the bot cannot write in a channel, with the one remedy. */
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
