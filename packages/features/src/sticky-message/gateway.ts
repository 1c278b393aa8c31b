import { on } from '@tally/discord/gateway';
import { noticeMessage, peekWatched } from './service/notice.ts';
import { channelDeleted } from './service/repair.ts';

export const gateway = [
  on(
    'messagePosted',
    async (ctx, { channelId, messageId, author, webhookId }) => {
      await noticeMessage(ctx, { channelId, messageId, isMachine: author.isBot || webhookId !== null });
    },
    { channels: peekWatched },
  ),
  on('channelDeleted', async (ctx, { id }) => await channelDeleted(ctx, id)),
];
