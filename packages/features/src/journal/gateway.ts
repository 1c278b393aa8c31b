import type { ServerId } from '@tally/contract';
import { on } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import { lostMessages, sawMessage } from '@tally/pipeline/delivery';
import { checkSoon } from './jobs.ts';

const look = async (ctx: Ctx, { serverId }: { serverId: ServerId | null }): Promise<void> => {
  if (serverId) await checkSoon(ctx, serverId);
};

/** The last step of the signal path: our own message arrived over the gateway, so people can see it. */
export const gateway = [
  on(
    'messagePosted',
    async (ctx, { applicationId, ...message }) => {
      if (applicationId === ctx.config.discord.clientId) await sawMessage(ctx, message);
    },
    { postedBy: (ctx) => ctx.config.discord.clientId },
  ),
  on('messageDeleted', async (ctx, message) => await lostMessages(ctx, [message])),
  on('messagesDeleted', async (ctx, { channelId, messageIds }) => {
    await lostMessages(
      ctx,
      messageIds.map((messageId) => ({ messageId, channelId })),
    );
  }),
  // A change may have fixed what prevented messages from being posted, or broken what worked.
  on('roleChanged', look),
  on('roleDeleted', look),
  on('channelMade', look),
  on('channelChanged', look),
  on('channelDeleted', look),
];
