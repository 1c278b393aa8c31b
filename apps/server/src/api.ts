import { run } from './boot/run.ts';
import { startApi } from './boot/start-api.ts';

/** Serves HTTP. Any number of these may run, next to workers and bots on the same Postgres. */
await run('api', [{ name: 'api', start: startApi }]);
