import { flagsOfStarboard } from '@tally/contract';
import { defineFeature } from '@tally/kernel';
import { commands } from './commands/index.ts';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { exportAuthor, forgetAuthor } from './service/person.ts';
import { preview, sendTest } from './service/preview.ts';
import { rewardRoles } from './service/role-places.ts';
import { settlePosts } from './service/settle.ts';
import { forgetBoards, listBoards } from './store/boards.ts';
import { listDeliveryKeys } from './store/posts.ts';

export const starboard = defineFeature({
  name: 'starboard',
  routes,
  gateway,
  // Without this intent Discord hides the text of starred messages, even when we load the messages.
  intents: ['MessageContent'],
  commands,
  jobs,
  deliveries: {
    delivered: settlePosts,
    // Old messages may still get stars, so we keep their rows.
    stillNeeds: async (ctx, subjects) => await listDeliveryKeys(ctx.db, subjects),
  },
  words: { greetings: { starred: sendTest }, previews: { starred: preview } },
  rolePlaces: rewardRoles,
  flagsInUse: async (ctx, serverId) =>
    (await listBoards(ctx.db, serverId)).flatMap(({ settings }) => flagsOfStarboard(settings)),
  // The author of a starred message gets a role and keeps it.
  roleOwner: { kinds: { reward: { audit: 'starboard', what: 'starboard.what', path: '/starboard' } } },
  forgetServer: async (ctx, serverId) => await forgetBoards(ctx.db, serverId),
  forgetUser: forgetAuthor,
  exportUser: exportAuthor,
});
