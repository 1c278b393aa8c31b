import { availableParallelism } from 'node:os';
import type { Gateway } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import type { House } from './house.ts';

const EVERY_MS = seconds(10);

/** Tells whoever keeps the status page how this bot process is. */
export function reportClusters(house: House, shards: () => ReturnType<Gateway['shards']>): { stop(): void } {
  const startedAt = house.doors.clock.now();
  let last = { at: performance.now(), cpu: process.cpuUsage() };
  const report = async () => {
    const spent = process.cpuUsage(last.cpu);
    const passedMs = Math.max(1, performance.now() - last.at);
    last = { at: performance.now(), cpu: process.cpuUsage() };
    const corePercent = ((spent.user + spent.system) / 1000 / passedMs) * 100;
    const ctx = house.systemCtx({ part: 'bot' });
    for (const feature of house.doors.features) {
      await feature.reportCluster?.(ctx, {
        clusterId: 0,
        startedAt,
        corePercent,
        machinePercent: corePercent / availableParallelism(),
        memoryBytes: process.memoryUsage.rss(),
        shards: shards(),
      });
    }
  };
  const timer = setInterval(() => {
    report().catch((error: unknown) => house.doors.log.warn({ err: error }, 'The state of the bot could not be told.'));
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
