import { startSender, WAKE_CHANNEL } from '@tally/pipeline/delivery';
import { startSweeper } from '@tally/pipeline/detection';
import type { House } from './house.ts';
import { FINISH_MS, type Running } from './run.ts';

/** Sends due messages and watches the platforms. The queue claims jobs itself (see `run.ts`). */
export async function startWorker(house: House): Promise<Running> {
  const { timers, wake } = house.doors;
  // Other processes queue messages too. After a gap some may be waiting without a notification.
  const stopListening = await house.database.listen(WAKE_CHANNEL, wake.hear, wake.senders);
  const sender = startSender(() => house.systemCtx({ part: 'sender' }));
  const sweeper = startSweeper(() => house.systemCtx({ part: 'sweeper' }));
  return {
    says: 'worker',
    async stop() {
      await stopListening();
      // A call to a slow service may last longer. Another process takes its row over when the lease ends.
      await timers.within(FINISH_MS, Promise.all([sender.stop(), sweeper.stop()]));
    },
  };
}
