import { run } from './boot/run.ts';
import { startApi } from './boot/start-api.ts';
import { startBot } from './boot/start-bot.ts';
import { startWorker } from './boot/start-worker.ts';

/** The whole server in one process; with the built-in database that is the only way. */
await run('all', [
  { name: 'worker', start: startWorker },
  { name: 'api', start: startApi },
  { name: 'bot', start: startBot },
]);
