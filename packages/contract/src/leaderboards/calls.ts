import { z } from 'zod';
import { MessagePreview } from '../message-editor/bodies.ts';
import { StreamerName } from '../notifications/streamer-settings.ts';
import { manager } from '../wire/access.ts';
import { isoDate } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count } from '../wire/fields.ts';
import { ChannelId, MessageId, ServerId } from '../wire/ids.ts';

const Standing = z
  .object({ gifterId: z.string(), displayName: z.string(), gifts: count })
  .meta({ id: 'LeaderboardStanding' });
const list = z.array(Standing);

/** Why the automatic message is paused. */
export const boardPauses = ['permissions', 'channelGone', 'refused', 'planLimit'] as const;

export const Leaderboards = z
  .object({
    /** The top ten of each period, best first. Weeks and months are in UTC. */
    standings: z.object({ weekly: list, monthly: list, overall: list }),
    /** The automatically updated message. Null if it is off. */
    panel: z
      .object({
        channelId: ChannelId,
        messageId: MessageId.nullable(),
        shownAt: isoDate.nullable(),
        pauseReason: z.enum(boardPauses).nullable(),
      })
      .nullable(),
    /** The message with every period, as it would be posted now. */
    message: MessagePreview,
  })
  .meta({ id: 'Leaderboards' });
export type Leaderboards = z.infer<typeof Leaderboards>;

export const leaderboards = {
  getLeaderboards: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/kick/{streamer}/leaderboards',
    summary: 'The top gifters of a Kick channel, and the message that shows them.',
    access: manager('guildId'),
    params: z.object({ guildId: ServerId, streamer: StreamerName }),
    reply: Leaderboards,
  }),
} as const satisfies Home;
