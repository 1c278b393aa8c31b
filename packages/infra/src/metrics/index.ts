import type { Metrics } from './metrics.ts';

export { createMetrics, type MetricAbout, type Metrics } from './metrics.ts';

declare module '@tally/kernel' {
  interface Ctx {
    readonly metrics: Metrics;
  }
  interface PlatformDoors {
    readonly metrics: Metrics;
  }
}
