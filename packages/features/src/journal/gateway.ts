import type { ServerId } from '@tally/contract';
import { on } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import { lostMessages, sawMessage } from '@tally/pipeline/delivery';
import { checkSoon } from './jobs.ts';

const look = async (ctx: Ctx, { serverId }: { serverId: ServerId | null }): Promise<void> => {
  if (serverId) await checkSoon(ctx, serverId);
};

/** Notices our own messages as the gateway reports them, which proves that people can see them. */
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
  // A changed role or channel may fix what stopped our messages, or may stop them.
  on('roleChanged', look),
  on('roleDeleted', look),
  on('channelMade', look),
  on('channelChanged', look),
  on('channelDeleted', look),
];
