import type { FileToSend } from '@tally/discord/rest';
import type { Ctx } from '@tally/kernel';
import type { Outcome } from './afterwards/settler.ts';
import type { Composition } from './sending/compose.ts';
import type { Delivered } from './store/journal.ts';
import type { Delivery } from './tables.ts';

/** What a feature does for the messages that it creates. */
export interface DeliveryOwner {
  /**
   * Composes messages that were intended without a payload, just before they are sent. Called once per batch, so one
   * set of queries serves all of them. Returns one answer per delivery, in order. A retried message is composed
   * again.
   */
  readonly compose?: (ctx: Ctx, deliveries: readonly Delivery[]) => Promise<readonly Composition[]>;
  /**
   * Returns the files of a message each time the message is about to be sent. They must depend on the delivery alone,
   * so that a retry sends the same files.
   */
  readonly attach?: (ctx: Ctx, delivery: Delivery) => Promise<readonly FileToSend[]>;
  /**
   * Returns the keys of messages about these subjects that the feature may still edit or delete. Without this function,
   * messages older than the journal's limit are deleted.
   */
  readonly stillNeeds?: (ctx: Ctx, subjects: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Receives many outcomes of its messages at once. An outcome may arrive twice. */
  readonly delivered?: (ctx: Ctx, deliveries: readonly Delivered[]) => Promise<void>;
  /** Selects the outcomes that the feature wants to receive. Without this function, it receives all. */
  readonly hears?: (outcomes: readonly Outcome[]) => readonly Outcome[];
}

export const ownerNamed = ({ features }: Pick<Ctx, 'features'>, name: string | undefined): DeliveryOwner | undefined =>
  features.find((feature) => feature.name === name)?.deliveries;
