import { run } from './boot/run.ts';
import { startApi } from './boot/start-api.ts';
import { startBot } from './boot/start-bot.ts';
import { startWorker } from './boot/start-worker.ts';

/** Runs the whole server in one process. The built-in database allows no other setup. */
await run('all', [
  { name: 'worker', start: startWorker, isOutward: true },
  { name: 'api', start: startApi },
  { name: 'bot', start: startBot, isOutward: true },
]);
