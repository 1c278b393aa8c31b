import { createQueue, openBoss, type QueueOptions, type QueueRunner } from '@tally/infra/queue';
import { silentLog, systemClock, systemRandom, systemTimers } from '@tally/kernel';

type TestQueueOptions = Partial<Omit<QueueOptions, 'boss'>> & Pick<QueueOptions, 'database'>;

/** Creates a queue in real time that polls often. */
export function testQueue({ database, timers = systemTimers, ...options }: TestQueueOptions): QueueRunner {
  const boss = openBoss({ database, timers, log: silentLog });
  const doors = { boss, database, timers, clock: systemClock, random: systemRandom, log: silentLog };
  return createQueue({ ...doors, pollSeconds: 0.5, ...options });
}
