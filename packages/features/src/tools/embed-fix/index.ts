import { defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { openPaths, routes } from './routes.ts';
import { hideBareCards } from './service/reply.ts';
import { forgetReplying, replyPart } from './service/replying.ts';
import { forgetReplies } from './store.ts';

export const embedFix = defineFeature({
  name: 'embed-fix',
  routes,
  openPaths,
  jobs,
  gateway,
  // Without this intent Discord hides message texts from us.
  intents: ['MessageContent'],
  commands,
  guildParts: replyPart,
  deliveries: {
    delivered: hideBareCards,
  },
  async forgetServer(ctx, serverId) {
    await forgetReplies(ctx.db, serverId);
    await forgetReplying(ctx);
  },
});
