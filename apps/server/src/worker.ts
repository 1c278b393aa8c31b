import { run } from './boot/run.ts';
import { startHealth } from './boot/start-health.ts';
import { startWorker } from './boot/start-worker.ts';

/** Runs jobs, watches the platforms, sends what is due. */
await run('worker', [
  { name: 'worker', start: startWorker },
  { name: 'health', start: startHealth },
]);
