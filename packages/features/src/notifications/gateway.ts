import { on } from '@tally/discord/gateway';
import { lostMessage, sawMessage } from '@tally/pipeline/delivery';

/** The last node of the signal path: our own message came back over the gateway, so people can see it. */
export const gateway = [
  on('messagePosted', async (ctx, { applicationId, ...message }) => {
    if (applicationId === ctx.config.discord.clientId) await sawMessage(ctx, message);
  }),
  on('messageDeleted', async (ctx, message) => await lostMessage(ctx, message)),
];
