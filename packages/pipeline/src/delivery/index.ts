import { tellOwner } from './attempt.ts';
import type { Delivery } from './tables.ts';

export { amend, type Intention, intend, withdraw } from './intend.ts';
export { type Sender, sendDue, startSender } from './sender.ts';
export {
  countPosted,
  findDelivery,
  findLastPostedOf,
  forgetDeliveriesOf,
  type JournalQuery,
  listChangedSince,
  listJournal,
  markSeen,
} from './store.ts';
export type { Delivery } from './tables.ts';
export { type DeliveryState, deliveryStates } from './words.ts';

export const deliveryJobs = [tellOwner] as const;

declare module '@tally/kernel' {
  interface Feature {
    /** What came of a message that this feature intended. May be told twice. */
    readonly delivered?: (ctx: Ctx, delivery: Delivery) => Promise<void>;
  }
}
