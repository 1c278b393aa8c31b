import { defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { clearTrouble, reportRoleTrouble } from './service.ts';

export { report, type Trouble } from './service.ts';

export const errorLogs = defineFeature({
  name: 'error-logs',
  routes,
  commands,
  jobs,
  roleTrouble: reportRoleTrouble,
  forgetServer: clearTrouble,
});
