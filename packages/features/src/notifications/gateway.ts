import { on } from '@tally/discord/gateway';
import { markSeen } from '@tally/pipeline/delivery';

/** The last node of the signal path: our own message came back over the gateway, so people can see it. */
export const gateway = [
  on('messagePosted', async (ctx, { messageId, applicationId }) => {
    if (applicationId === ctx.config.discord.clientId) await markSeen(ctx.db, messageId, ctx.clock.now());
  }),
];
