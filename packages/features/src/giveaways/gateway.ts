import { on } from '@tally/discord/gateway';
import { noticeMessage, peekCounting } from './service/entry/count-messages.ts';
import { reportLostNeed } from './service/entry/lost-need.ts';

export const gateway = [
  on('roleDeleted', reportLostNeed),
  // We count messages only in servers where a giveaway requires them, and never read their content.
  on(
    'messagePosted',
    async (ctx, { serverId, author, webhookId }) => {
      if (serverId && !author.isBot && webhookId === null) await noticeMessage(ctx, { serverId, userId: author.id });
    },
    { servers: peekCounting },
  ),
];
