import type { FileToSend } from '@tally/discord/rest';
import type { Composition } from './compose.ts';
import { forgetOld } from './forget.ts';
import { type Outcome, tellOwner } from './settler.ts';
import type { Delivered } from './store/journal.ts';
import { channelWebhooks, type Delivery } from './tables.ts';

export { awaitOutcome } from './await-outcome.ts';
export type { Composition, Identity } from './compose.ts';
export {
  amendMany,
  type FanOut,
  type OpenFanOut,
  openFanOut,
  type Priority,
  type Target,
  withdrawMany,
} from './fan-out.ts';
export { seenAs } from './identity.ts';
export { amend, type Intention, intend, withdraw } from './intend.ts';
export { listOpenDeliveries, type OpenDelivery, reconsider } from './reconsider.ts';
export { mayDo, missingIn } from './rights.ts';
export { type Sender, sendDue, startSender } from './sender.ts';
export type { Outcome } from './settler.ts';
export { lostMessages, type Sighting, sawMessage } from './sightings.ts';
export { listLastLive, noteMany } from './store/fan-out.ts';
export { forgetDeliveriesAbout, forgetDeliveriesOf } from './store/forget.ts';
export { countFailedByHour, countPostedByHour } from './store/hourly.ts';
export {
  countPosted,
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
  nameRemoval,
} from './store/journal.ts';
export { callOutJournal, JOURNAL_CHANNEL, readJournalCall } from './store/journal-call.ts';
export { endLeases } from './store/line.ts';
export { isSending } from './store/pulse.ts';
export { type FailedDelivery, listFailed, listPlaces, listStopped } from './store/reconsider.ts';
export { findMedianMs } from './store/speed.ts';
export { forgetWebhooksOf } from './store/webhooks.ts';
export type { Delivery, DeliveryFacts } from './tables.ts';
export { WAKE_CHANNEL } from './wake.ts';
export { type DeliveryState, deliveryStates, type Lane } from './words.ts';

export const deliveryJobs = [tellOwner, forgetOld] as const;

/** Sealed with the keys of the house. */
export const deliverySealed = [channelWebhooks.token] as const;

declare module '@tally/kernel' {
  interface Feature {
    /**
     * Says the messages that it intended without a payload, when they are about to be sent. Asked once per batch of
     * senders: one set of questions for all of them, and an answer for each, in their order. A message that is tried
     * again is composed again.
     */
    readonly compose?: (ctx: Ctx, deliveries: readonly Delivery[]) => Promise<readonly Composition[]>;
    /**
     * Files that go with one of its messages, asked for each time the message is about to leave. They follow from the
     * delivery alone, so that a repetition brings the same.
     */
    readonly attach?: (ctx: Ctx, delivery: Delivery) => Promise<readonly FileToSend[]>;
    /**
     * The keys of those of its messages about these subjects that it may still change or take away. Absent: none, once
     * they are as old as journals are kept.
     */
    readonly stillNeeds?: (ctx: Ctx, subjects: readonly string[]) => Promise<ReadonlySet<string>>;
    /** What came of messages that this feature intended, many at once. May be told twice. */
    readonly delivered?: (ctx: Ctx, deliveries: readonly Delivered[]) => Promise<void>;
    /** Of outcomes that are known together, those that it wants to hear of. Absent: all. */
    readonly hears?: (outcomes: readonly Outcome[]) => readonly Outcome[];
  }
}
