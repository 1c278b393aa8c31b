import { defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { importRoutes } from './routes/imports.ts';
import { listRoutes } from './routes/lists.ts';
import { exportImports } from './service/read.ts';
import { forgetImports, forgetRequester } from './store/imports.ts';

/** For features that need an emote's file or a channel's lists. */
export { type EmoteImage, fetchEmote } from './service/images.ts';
export { listEmotes } from './service/list.ts';
export { type ImageType, isAnimated, type Sniffed, sniff } from './service/sniff.ts';

export const emotes = defineFeature({
  name: 'emotes',
  routes: [...listRoutes, ...importRoutes],
  commands,
  jobs,
  forgetServer: async (ctx, serverId) => await forgetImports(ctx.db, serverId),
  forgetUser: async (ctx, userId) => await forgetRequester(ctx.db, userId),
  exportUser: exportImports,
});
