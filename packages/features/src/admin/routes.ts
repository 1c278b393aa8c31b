import { admin } from '@tally/contract';
import { implement } from '@tally/kernel';
import { platformStates } from '@tally/pipeline/detection';
import { listBudgetsOf, listWorkersOf } from './service.ts';

const { listPlatforms, listWorkers, listBudgets } = admin;

export const routes = implement(
  { listPlatforms, listWorkers, listBudgets },
  {
    async listPlatforms(ctx) {
      const states = await platformStates(ctx);
      return states.filter(({ watched }) => watched > 0).map(({ platform }) => platform);
    },
    listWorkers: async (ctx, { params }) => await listWorkersOf(ctx, params.platform),
    listBudgets: async (ctx) => await listBudgetsOf(ctx),
  },
);
