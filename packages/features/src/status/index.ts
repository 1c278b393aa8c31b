import type { StaffWait } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { commands } from './commands/index.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { reportCluster } from './service/overview.ts';
import { listOpen } from './store/incidents.ts';

export { compareLatency } from './service/latency.ts';
export type { ClusterReport } from './service/overview.ts';

export const status = defineFeature({ name: 'status', routes, commands, jobs, reportCluster, staff: { waits } });

async function waits(ctx: Ctx): Promise<StaffWait[]> {
  const open = (await listOpen(ctx.db, ctx.clock.now())).filter(({ isMaintenance }) => !isMaintenance);
  return open.length > 0 ? [{ kind: 'incidents', count: open.length, since: open.at(-1)?.startsAt ?? null }] : [];
}
