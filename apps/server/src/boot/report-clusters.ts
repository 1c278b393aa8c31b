import type { Clusters } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import type { House } from './house.ts';
import { createUsage } from './usage.ts';

const EVERY_MS = seconds(10);

/** Tells whoever keeps the status page how the clusters of this process are. */
export function reportClusters(house: House, list: Clusters['list']): { stop(): void } {
  const startedAt = house.doors.clock.now();
  const usage = createUsage();
  const report = async () => {
    const used = usage();
    const ctx = house.systemCtx({ part: 'bot' });
    for (const cluster of list()) {
      const about = { ...cluster, startedAt, ...used };
      for (const feature of house.doors.features) await feature.reportCluster?.(ctx, about);
    }
  };
  const timer = setInterval(() => {
    report().catch((error: unknown) => house.doors.log.warn({ err: error }, 'The state of the bot could not be told.'));
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
