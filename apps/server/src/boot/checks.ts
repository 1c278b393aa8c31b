import type { Ctx, Timers } from '@tally/kernel';
import { minutes, seconds } from '@tally/kernel';
import type { ReadyCheck } from '../api/health.ts';
import type { House } from './house.ts';
import { listKeyTrouble } from './keys.ts';

/** What this process stands on. Each check asks the thing itself, so that it turns green again by itself. */
export function readyChecks(house: House): readonly ReadyCheck[] {
  const { database, queue, doors } = house;
  return [
    { name: 'database', check: () => database.ping() },
    { name: 'storage', check: sometimes(doors.timers, () => writeSomething(database)) },
    {
      name: 'queue',
      check: async () => {
        await queue.counts();
      },
    },
    // Another process may begin to seal with a key that this one has not got. It reads whole tables, so it takes its time.
    { name: 'keys', check: sometimes(doors.timers, () => readSealed(house), minutes(5)), withinMs: seconds(20) },
    { name: 'discord', check: sometimes(doors.timers, () => askDiscord(doors)) },
  ];
}

/** A full disk still answers queries. Only writing a page that did not exist before shows whether there is room. */
async function writeSomething(database: House['database']): Promise<void> {
  await database.session((session) =>
    session.script('begin; create temp table room (taken int) on commit drop; insert into room values (1); commit;'),
  );
}

async function readSealed(house: House): Promise<void> {
  const troubles = await listKeyTrouble(house);
  if (troubles.length > 0) throw new Error(troubles.join(' '));
}

async function askDiscord({ discord }: Pick<Ctx, 'discord'>): Promise<void> {
  await discord.bot.gateway();
}

/** A good result is reused for a while: a load balancer asks every second, and Discord counts our calls. */
export function sometimes({ nowMs }: Timers, check: () => Promise<void>, goodForMs = seconds(30)): () => Promise<void> {
  let goodUntil = 0;
  return async () => {
    if (nowMs() < goodUntil) return;
    await check();
    goodUntil = nowMs() + goodForMs;
  };
}
