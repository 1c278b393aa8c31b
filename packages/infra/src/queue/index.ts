import type { Queue } from './queue.ts';

export { openBoss, QUEUE_CONNECTIONS } from './adapter.ts';
export {
  createQueue,
  type ParkedJob,
  type Queue,
  type QueueCount,
  type QueueOptions,
  type QueueRunner,
  type QueueStart,
  type SendOptions,
} from './queue.ts';

declare module '@tally/kernel' {
  interface Ctx {
    readonly queue: Queue;
  }
}
