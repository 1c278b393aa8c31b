import { defineFeature } from '@tally/kernel';
import { commands } from './commands/index.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { reportCluster } from './service/overview.ts';

export type { ClusterReport } from './service/overview.ts';

export const status = defineFeature({ name: 'status', routes, commands, jobs, reportCluster });
