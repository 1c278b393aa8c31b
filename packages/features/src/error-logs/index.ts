import type { ServerId } from '@tally/contract';
import { defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { aboutServer, clearTrouble, countTrouble, reportRoleTrouble, solveMended } from './service.ts';

export { report, solveOnPage, solveReplaced, type Trouble } from './service.ts';

declare module '@tally/kernel' {
  interface Feature {
    /** Checks everything that this server's settings need, with fresh data from Discord. */
    readonly recheckServer?: (ctx: Ctx, serverId: ServerId) => Promise<void>;
  }
}

export const errorLogs = defineFeature({
  name: 'error-logs',
  routes,
  commands,
  jobs,
  home: { facts: countTrouble },
  roleTrouble: reportRoleTrouble,
  serverChecked: solveMended,
  forgetServer: clearTrouble,
  staff: { aboutServer },
});
