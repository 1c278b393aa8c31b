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

/** Columns sealed with the keys of the house. */
export const deliverySealed = [channelWebhooks.token] as const;

declare module '@tally/kernel' {
  interface Feature {
    /**
     * Composes messages that were intended without a payload, just before they are sent. Called once per batch, so one
     * set of queries serves all of them. Returns one answer per delivery, in order. A retried message is composed
     * again.
     */
    readonly compose?: (ctx: Ctx, deliveries: readonly Delivery[]) => Promise<readonly Composition[]>;
    /**
     * Returns the files of one of its messages, each time the message is about to be sent. They must follow from the
     * delivery alone, so that a retry sends the same files.
     */
    readonly attach?: (ctx: Ctx, delivery: Delivery) => Promise<readonly FileToSend[]>;
    /**
     * Returns the keys of messages about these subjects that the feature may still edit or delete. Absent: none, once
     * they are older than journals are kept.
     */
    readonly stillNeeds?: (ctx: Ctx, subjects: readonly string[]) => Promise<ReadonlySet<string>>;
    /** Receives the outcomes of messages that this feature intended, many at once. An outcome may arrive twice. */
    readonly delivered?: (ctx: Ctx, deliveries: readonly Delivered[]) => Promise<void>;
    /** Selects the outcomes that the feature wants to receive. Absent: all. */
    readonly hears?: (outcomes: readonly Outcome[]) => readonly Outcome[];
  }
}
