import { notifyOwner } from './afterwards/settler.ts';
import { forgetOld } from './line/forget.ts';
import type { DeliveryOwner } from './owner.ts';
import { channelWebhooks } from './tables.ts';

export { awaitOutcome } from './afterwards/await-outcome.ts';
export type { Outcome } from './afterwards/settler.ts';
export { lostMessages, type Sighting, sawMessage } from './doubt/sightings.ts';
export {
  amend,
  type FanOut,
  type Intention,
  intend,
  openFanOut,
  type Target,
  withdraw,
} from './line/intend.ts';
export { listOpenDeliveries, type OpenDelivery, reconsider } from './line/reconsider.ts';
export { WAKE_CHANNEL } from './line/wake.ts';
export type { Composition, Identity } from './sending/compose.ts';
export { seenAs } from './sending/identity.ts';
export { mayDo, missingIn } from './sending/rights.ts';
export { type Sender, sendDue, startSender } from './sending/sender.ts';
export { forgetDeliveriesAbout, forgetDeliveriesOf } from './store/forget.ts';
export { countFailedByHour, countPostedByHour } from './store/hourly.ts';
export {
  countPosted,
  countPostedIn,
  type Delivered,
  findDelivery,
  findInServer,
  findLastPostedOf,
  forgetDeliveries,
  type JournalOutcome,
  type JournalQuery,
  LATE_AFTER_MS,
  listJournal,
  listKeysIn,
  listLastLive,
  nameRemoval,
} from './store/journal.ts';
export { callOutJournal, JOURNAL_CHANNEL, readJournalCall } from './store/journal-call.ts';
export { countLatency, findClockOffsetMs } from './store/latency.ts';
export { endLeases } from './store/line.ts';
export { isSending, measureLine } from './store/pulse.ts';
export { type FailedDelivery, listFailed, listPlaces, listStopped } from './store/reconsider.ts';
export { findMedianMs } from './store/speed.ts';
export { countUnposted } from './store/unposted.ts';
export { note } from './store/wanted.ts';
export { forgetWebhooksOf } from './store/webhooks.ts';
export type { Delivery, DeliveryFacts } from './tables.ts';
export { type DeliveryState, deliveryStates, type Lane } from './words.ts';

export const deliveryJobs = [notifyOwner, forgetOld] as const;

/** Columns sealed with the encryption keys. */
export const deliverySealed = [channelWebhooks.token] as const;

declare module '@tally/kernel' {
  interface Feature {
    readonly deliveries?: DeliveryOwner;
  }
}
