import type { Ctx, Timers } from '@tally/kernel';
import { minutes, seconds } from '@tally/kernel';
import type { ReadyCheck } from '../api/health.ts';
import type { House } from './house.ts';
import { listKeyTrouble } from './keys.ts';

/** Returns this process's dependencies. Each check tests the dependency itself, so it notices a recovery. */
export function readyChecks(house: House): readonly ReadyCheck[] {
  const { database, queue, doors } = house;
  // Calls that need Discord report its failure themselves. If this check failed, a balancer would drop every API during
  // a Discord outage.
  const discord: ReadyCheck = {
    name: 'discord',
    isPart: true,
    check: sometimes(doors.timers, () => askDiscord(doors)),
  };
  return [
    {
      name: 'running',
      check: async () => {
        if (house.stopping.aborted) throw new Error('this process is stopping');
      },
    },
    { name: 'database', check: () => database.ping() },
    { name: 'storage', check: sometimes(doors.timers, () => writeSomething(database)) },
    {
      name: 'queue',
      check: async () => {
        await queue.counts();
      },
    },
    {
      name: 'sending',
      isPart: true,
      check: async () => {
        const { current } = doors.safeMode;
        if (current) throw new Error(`safe mode since ${current.since.toISOString()}: ${current.reason}`);
      },
    },
    // Another process may start to use a key that this one lacks. The check reads whole tables, so it runs rarely.
    { name: 'keys', check: sometimes(doors.timers, () => readSealed(house), minutes(5)), withinMs: seconds(20) },
    ...(doors.config.ROLE === 'api' ? [] : [discord]),
  ];
}

/** A full disk still answers queries, so only writing a new page shows whether space is left. */
async function writeSomething(database: House['database']): Promise<void> {
  await database.session((session) =>
    session.script('begin; create temp table room (taken int) on commit drop; insert into room values (1); commit;'),
  );
}

async function readSealed(house: House): Promise<void> {
  const troubles = await listKeyTrouble(house);
  if (troubles.length > 0) throw new Error(troubles.join(' '));
}

/** Makes a call that every process may make often. Discord answers `GET /gateway/bot` only twice in five seconds. */
async function askDiscord({ discord }: Pick<Ctx, 'discord'>): Promise<void> {
  await discord.bot.me();
}

/** Reuses a good result for a while, because a load balancer checks every second, and Discord counts our calls. */
export function sometimes({ nowMs }: Timers, check: () => Promise<void>, goodForMs = seconds(30)): () => Promise<void> {
  let goodUntil = 0;
  return async () => {
    if (nowMs() < goodUntil) return;
    await check();
    goodUntil = nowMs() + goodForMs;
  };
}
