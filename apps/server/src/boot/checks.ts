import type { Clock, Ctx } from '@tally/kernel';
import { seconds } from '@tally/kernel';
import type { ReadyCheck } from '../api/health.ts';
import type { House } from './house.ts';

/** What this process stands on. Each check asks the thing itself, so that it turns green again by itself. */
export function readyChecks({ database, queue, doors }: House): readonly ReadyCheck[] {
  return [
    { name: 'database', check: () => database.ping() },
    {
      name: 'queue',
      check: async () => {
        await queue.counts();
      },
    },
    { name: 'discord', check: sometimes(doors.clock, () => askDiscord(doors)) },
  ];
}

async function askDiscord({ discord }: Pick<Ctx, 'discord'>): Promise<void> {
  await discord.bot.gateway();
}

/** Good news is believed for a while: a balancer asks every second, and Discord counts our calls. */
function sometimes(clock: Clock, check: () => Promise<void>, goodForMs = seconds(30)): () => Promise<void> {
  let goodUntil = 0;
  return async () => {
    if (clock.now().getTime() < goodUntil) return;
    await check();
    goodUntil = clock.now().getTime() + goodForMs;
  };
}
