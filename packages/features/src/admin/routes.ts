import { admin } from '@tally/contract';
import { implement } from '@tally/kernel';
import { platformStates } from '@tally/pipeline/detection';
import { runChecks, sayChecked } from './service/run-checks.ts';
import { listBudgetsOf, listWorkersOf } from './service/workers.ts';

const { listPlatforms, listWorkers, listBudgets, checkInstallation } = admin;

export const routes = implement(
  { listPlatforms, listWorkers, listBudgets, checkInstallation },
  {
    async listPlatforms(ctx) {
      const states = await platformStates(ctx);
      return states.filter(({ watched }) => watched > 0).map(({ platform }) => platform);
    },
    listWorkers: async (ctx, { params }) => await listWorkersOf(ctx, params.platform),
    listBudgets: async (ctx) => await listBudgetsOf(ctx),
    checkInstallation: async (ctx) => (await runChecks(ctx)).map((each) => sayChecked(ctx.locale, each)),
  },
);
