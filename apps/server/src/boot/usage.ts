import { availableParallelism } from 'node:os';

export interface Usage {
  readonly corePercent: number;
  readonly machinePercent: number;
  readonly memoryBytes: number;
}

/** What this process has used since it was asked last. */
export function createUsage(): () => Usage {
  let before = process.cpuUsage();
  let at = performance.now();
  return () => {
    const used = process.cpuUsage(before);
    const now = performance.now();
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
