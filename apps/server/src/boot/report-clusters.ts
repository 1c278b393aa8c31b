import { availableParallelism } from 'node:os';
import type { Clusters } from '@tally/discord/gateway';
import { minutes, seconds, type Timers } from '@tally/kernel';
import type { House } from './house.ts';

const EVERY_MS = seconds(10);
/** Shards connect in the first moments. Until then the status page must not show zero shards. */
const EVERY_MS_AT_FIRST = seconds(1);
const FIRST_MS = minutes(1);

/** Reports this process's clusters to the feature behind the status page. */
export function reportClusters(house: House, list: Clusters['list']): { stop(): void } {
  const { clock, timers } = house.doors;
  const startedAt = clock.now();
  const startedMs = timers.nowMs();
  const usage = createUsage(timers);
  const report = async () => {
    const used = usage();
    const ctx = house.systemCtx({ part: 'bot' });
    for (const cluster of list()) {
      const about = { ...cluster, startedAt, ...used };
      for (const feature of house.doors.features) await feature.reportCluster?.(ctx, about);
    }
  };
  let cancel: () => void;
  const again = () => {
    const isFirst = timers.nowMs() - startedMs < FIRST_MS;
    cancel = timers.after(isFirst ? EVERY_MS_AT_FIRST : EVERY_MS, tell);
  };
  const tell = () => {
    again();
    report().catch((error: unknown) => house.doors.log.warn({ err: error }, 'The state of the bot could not be told.'));
  };
  again();
  return { stop: () => cancel() };
}

interface Usage {
  readonly corePercent: number;
  readonly machinePercent: number;
  readonly memoryBytes: number;
}

/** Returns the CPU time and memory that this process used since the last call. */
function createUsage({ nowMs }: Timers): () => Usage {
  let before = process.cpuUsage();
  let at = nowMs();
  return () => {
    const used = process.cpuUsage(before);
    const now = nowMs();
    const passedMs = Math.max(1, now - at);
    before = process.cpuUsage();
    at = now;
    const corePercent = ((used.user + used.system) / 1000 / passedMs) * 100;
    return {
      corePercent,
      machinePercent: corePercent / availableParallelism(),
      memoryBytes: process.memoryUsage.rss(),
    };
  };
}
