import { defineFeature } from '@tally/kernel';
import { routes } from './routes.ts';
import { exportSteps, stepsOfServer, stepsOfUser } from './service.ts';
import { deleteServerSteps, deleteUserSteps } from './store.ts';

export { listActivity, noteServerStep, noteUserStep, remember, tidyActivity } from './service.ts';

export const telemetry = defineFeature({
  name: 'telemetry',
  routes,
  guildParts: {
    keys: [],
    read: async (_ctx, db, serverId) => ({ gettingStarted: await stepsOfServer(db, serverId) }),
  },
  user: {
    parts: async (ctx, userId) => ({ gettingStarted: await stepsOfUser(ctx, userId) }),
  },
  exportUser: exportSteps,
  forgetUser: async (ctx, userId) => await deleteUserSteps(ctx.db, userId),
  forgetServer: async (ctx, serverId) => await deleteServerSteps(ctx.db, serverId),
});
