import { availableParallelism } from 'node:os';
import type { Timers } from '@tally/kernel';

export interface Usage {
  readonly corePercent: number;
  readonly machinePercent: number;
  readonly memoryBytes: number;
}

/** What this process has used since the last call. */
export function createUsage({ nowMs }: Timers): () => Usage {
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
