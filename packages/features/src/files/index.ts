import { defineFeature } from '@tally/kernel';
import { openPaths, routes } from './routes.ts';
import { countAllFiles } from './service/list.ts';

export { readPicture, spendUpload } from './service/check.ts';

export const files = defineFeature({
  name: 'files',
  routes,
  openPaths,
  staff: {
    counts: async (ctx) => ({ totalR2Objects: await countAllFiles(ctx) }),
  },
});
