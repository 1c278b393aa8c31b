import { run } from './boot/run.ts';
import { startWorker } from './boot/start-worker.ts';

/** Runs jobs, watches the platforms, sends what is due. */
await run([{ name: 'worker', start: startWorker }]);
