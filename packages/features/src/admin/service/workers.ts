import type { Platform, PlatformBudget, PlatformWorker } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listFollowedNames, listSweepers } from '@tally/pipeline/detection';

/** Only one worker at a time calls a platform. A stopped worker is shown as offline until another takes over. */
export async function listWorkersOf(ctx: Ctx, platform: Platform): Promise<PlatformWorker[]> {
  const [sweepers, monitoredUsernames] = await Promise.all([
    listSweepers(ctx, platform),
    listFollowedNames(ctx.db, platform),
  ]);
  return sweepers.map(({ holder, isLeading, renewedAt }) => ({
    workerId: numberOf(holder),
    status: isLeading ? 'online' : 'offline',
    lastUpdated: renewedAt.getTime(),
    monitoredUsernames: isLeading ? monitoredUsernames : [],
  }));
}

/** All processes share one count, so each of them returns the same budgets. */
export async function listBudgetsOf(ctx: Ctx): Promise<PlatformBudget[]> {
  const budgets: PlatformBudget[] = [];
  for (const [platform, { readBudgets }] of ctx.platforms.with('upkeep')) {
    budgets.push(...(await readBudgets()).map((state) => ({ platform, ...state })));
  }
  return budgets;
}

/** Workers have random names, but the API needs a number that fits into signed 32 bits. */
const numberOf = (holder: string): number => Number.parseInt(holder.slice(0, 7), 16);
