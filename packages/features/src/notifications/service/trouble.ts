import type { ChannelId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { Trouble } from '../../error-logs/index.ts';
import { describeChannel } from '../../servers/index.ts';
import type { StreamerRow } from '../tables.ts';

/** What an owner reads of a channel that cannot be written in, with the one remedy. */
export async function troubleIn(
  ctx: Ctx,
  streamer: StreamerRow,
  { reason, channelId }: { reason: 'permissions' | 'channelGone'; channelId: ChannelId },
): Promise<Trouble> {
  if (reason === 'channelGone') {
    return {
      reason: 'unknownChannel',
      details: { what: streamer.name },
      action: { kind: 'chooseChannel', path: pageOf(streamer), targetId: channelId },
    };
  }
  const { name, missing } = await describeChannel(ctx, streamer.serverId, channelId);
  return {
    reason: 'missingPermission',
    details: { place: name === null ? channelId : `#${name}` },
    missingPermissions: missing,
    action: { kind: 'grantPermissions', path: null, targetId: channelId },
  };
}

export const pageOf = ({ platform }: Pick<StreamerRow, 'platform'>): string => `/notifications/${platform}`;
