import { giveawayMessageTypes, type MessageDraft, type ServerId, type UserId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { commands } from './commands/index.ts';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { readTerms } from './match/terms.ts';
import { reactTo } from './platform.ts';
import { openPaths, routes } from './routes.ts';
import { giveawayPart } from './service/guild-part.ts';
import { today, waiting } from './service/home.ts';
import { flagsOfTerms } from './service/life/check.ts';
import { forgetPicturesOf } from './service/life/pictures.ts';
import { OWNER } from './service/owner.ts';
import { compose, settle } from './service/post/compose.ts';
import { preview } from './service/post/preview.ts';
import { readOwn } from './service/read.ts';
import { forgetActor } from './store/course.ts';
import { forgetDrawnOf } from './store/draws.ts';
import { forgetEntriesOf } from './store/entries.ts';
import { countGiveaways, findGiveaway, forgetGiveaways, forgetHost, listKeysOf, listOpen } from './store/giveaways.ts';
import { forgetMessagesIn, forgetMessagesOf } from './store/messages.ts';
import { forgetSettings } from './store/settings.ts';
import { forgetTemplates } from './store/templates.ts';
import { draws } from './tables.ts';

export const giveaways = defineFeature({
  name: OWNER,
  routes,
  openPaths,
  gateway,
  commands,
  jobs,
  platform: reactTo,
  deliveries: {
    compose,
    delivered: settle,
    stillNeeds: async (ctx, subjects) => await listKeysOf(ctx.db, subjects),
  },
  guildParts: giveawayPart,
  home: { today, waiting },
  words: {
    previews: Object.fromEntries(
      giveawayMessageTypes.map((type) => [
        type,
        async (ctx: Ctx, serverId: ServerId, draft: MessageDraft) => await preview(ctx, serverId, { type, draft }),
      ]),
    ),
  },
  flagsInUse: async (ctx, serverId) =>
    (await listOpen(ctx.db, serverId)).flatMap((row) => flagsOfTerms(readTerms(row))),
  roleOwner: { kinds: { winner: { audit: 'giveaway', what: 'giveaways.theRole', path: '/giveaways' } } },
  sealed: [draws.seed],
  staff: {
    async search(ctx, words) {
      const row = await findGiveaway(ctx.db, words);
      return row
        ? [{ kind: 'giveaway', id: row.id, title: readTerms(row).name, href: `/giveaways/${row.serverId}/${row.id}` }]
        : [];
    },
  },
  counts: async (ctx) => ({ totalGiveaways: await countGiveaways(ctx.db) }),
  forgetServer,
  forgetUser,
  exportUser: async (ctx, userId) => ({ giveaways: await readOwn(ctx, userId) }),
});

async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await forgetPicturesOf(ctx, serverId);
  await ctx.db.transaction(async (tx) => {
    await forgetGiveaways(tx, serverId);
    await forgetTemplates(tx, serverId);
    await forgetSettings(tx, serverId);
    await forgetMessagesIn(tx, serverId);
  });
}

/** Keeps the keys, so sheets can still be verified. They no longer identify the person. */
async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await forgetEntriesOf(tx, userId);
    await forgetDrawnOf(tx, userId);
    await forgetHost(tx, userId);
    await forgetActor(tx, userId);
    await forgetMessagesOf(tx, userId);
  });
}
