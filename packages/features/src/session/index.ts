import { defineFeature } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { aboutPerson, endSessions, exportSessions } from './service/end.ts';
import { recognise } from './service/recognise.ts';

export { recogniseAgain } from './service/recognise.ts';

export const session = defineFeature({
  name: 'session',
  routes,
  jobs,
  authenticate: recognise,
  exportUser: exportSessions,
  staff: { aboutPerson },
  forgetUser: async (ctx, userId) => {
    await endSessions(ctx, userId, null);
  },
});
