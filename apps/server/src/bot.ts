import { run } from './boot/run.ts';
import { startBot } from './boot/start-bot.ts';
import { startHealth } from './boot/start-health.ts';

/** Listens to Discord's gateway and answers commands. */
await run('bot', [
  { name: 'bot', start: startBot, isOutward: true },
  { name: 'health', start: startHealth },
]);
