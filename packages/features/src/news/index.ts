import { defineFeature } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { openPaths, routes } from './routes.ts';
import { fileUses } from './service/read.ts';
import { listTitled } from './store/changelogs.ts';

export { findNewChangelog, findNotice } from './service/notices.ts';

export const news = defineFeature({
  name: 'news',
  routes,
  openPaths,
  jobs,
  staff: {
    fileUses,
    async search(ctx, words, limit) {
      const found = await listTitled(ctx.db, words, limit);
      return found.map(({ identifier, title }) => ({
        kind: 'changelog',
        id: identifier,
        title,
        href: `/admin/changelogs/${identifier}`,
      }));
    },
  },
});
