import { run } from './boot/run.ts';
import { startHealth } from './boot/start-health.ts';
import { startWorker } from './boot/start-worker.ts';

/** Runs jobs, watches the platforms, sends due messages. */
await run('worker', [
  { name: 'worker', start: startWorker, isOutward: true },
  { name: 'health', start: startHealth },
]);
