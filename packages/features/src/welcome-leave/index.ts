import type { ServerId, UserId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { type Delivered, forgetDeliveriesAbout } from '@tally/pipeline/delivery';
import { commands } from './commands.ts';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { forgetActive } from './service/arrive.ts';
import { forgetCardPictures } from './service/card-picture.ts';
import { attachCard, compose } from './service/compose.ts';
import { OWNER } from './service/greet.ts';
import { flagsInUse, greetingPart } from './service/guild-part.ts';
import { preview } from './service/preview-card.ts';
import { arrivalRoles } from './service/role-places.ts';
import { sendTest } from './service/send-test.ts';
import { settle } from './service/settle.ts';
import { deleteArrivalsIn, deleteArrivalsOf, listArrivalsOf } from './store/arrivals.ts';
import { countServers, forgetSettings } from './store/settings.ts';

export const welcomeLeave = defineFeature({
  name: OWNER,
  routes,
  gateway,
  commands,
  jobs,
  deliveries: {
    compose,
    attach: attachCard,
    delivered: (ctx: Ctx, deliveries: readonly Delivered[]) => settle(ctx, deliveries),
  },
  guildParts: greetingPart,
  flagsInUse,
  rolePlaces: arrivalRoles,
  roleOwner: { kinds: { arrival: { audit: 'welcome', what: 'welcomeLeave.theRole', path: '/welcome-leave' } } },
  words: {
    greetings: {
      welcome: async (ctx, serverId, draft) => await sendTest(ctx, serverId, { type: 'welcome', draft }),
      leave: async (ctx, serverId, draft) => await sendTest(ctx, serverId, { type: 'leave', draft }),
    },
    previews: {
      welcome: async (ctx, serverId, draft) => await preview(ctx, serverId, { type: 'welcome', draft }),
      leave: async (ctx, serverId, draft) => await preview(ctx, serverId, { type: 'leave', draft }),
    },
  },
  staff: {
    counts: async (ctx) => ({ 'totalServersUsingX.welcomeLeaves': await countServers(ctx.db) }),
  },
  forgetServer,
  forgetUser,
  exportUser,
});

async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  // Deletes files first. If that fails, the rows stay for the next attempt.
  await forgetCardPictures(ctx, serverId);
  await ctx.db.transaction(async (tx) => {
    await forgetSettings(tx, serverId);
    await deleteArrivalsIn(tx, serverId);
    await forgetActive(ctx);
  });
}

async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await deleteArrivalsOf(tx, userId);
    await forgetDeliveriesAbout(tx, OWNER, userId);
  });
}

async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const arrivals = await listArrivalsOf(ctx.db, userId);
  return arrivals.length === 0 ? {} : { arrivals };
}
