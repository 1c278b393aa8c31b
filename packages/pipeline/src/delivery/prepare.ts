import type { Ctx } from '@tally/kernel';
import { type Composition, composeAll } from './compose.ts';
import { type Departure, rememberDepartures, type Settlement } from './store/line.ts';
import type { Delivery } from './tables.ts';

/** What to do about a row that was taken. */
export type Step =
  | { readonly kind: 'settled'; readonly delivery: Delivery; readonly settlement: Settlement }
  | { readonly kind: 'remove'; readonly delivery: Delivery }
  | ({ readonly kind: 'send' } & Departure);

/** Decides about a whole batch: each owner is asked once, and what goes out is written down in one statement. */
export async function prepare(ctx: Ctx, claimed: readonly Delivery[]): Promise<Step[]> {
  const now = ctx.clock.now();
  const isLate = (row: Delivery) => now > row.giveUpAt;
  const standing = claimed.filter((row) => !isLate(row) && row.wanted === 'present');
  const composed = await composeAll(ctx, standing);
  const steps = claimed.map((row) => {
    if (isLate(row)) return settled(row, giveUp(row));
    const composition = composed.get(row);
    return composition ? stepOf(row, composition) : { kind: 'remove' as const, delivery: row };
  });
  const departures = steps.filter((step) => step.kind === 'send');
  const ours = await rememberDepartures(ctx.db, departures, now);
  // Somebody else took the row meanwhile: it is theirs.
  return steps.filter((step) => step.kind !== 'send' || ours.has(step.delivery.id));
}

const settled = (delivery: Delivery, settlement: Settlement): Step => ({ kind: 'settled', delivery, settlement });

function stepOf(delivery: Delivery, composition: Composition): Step {
  switch (composition.kind) {
    case 'wait':
      return settled(delivery, { nextAttemptAt: composition.until, attempts: delivery.attempts - 1 });
    case 'skip':
      // What stands keeps standing as it is.
      if (delivery.messageId) return settled(delivery, { sentVersion: delivery.version, nextAttemptAt: null });
      return settled(delivery, {
        state: 'skipped',
        reason: composition.reason,
        reasonValues: { ...composition.values },
        nextAttemptAt: null,
      });
    case 'send':
      return {
        kind: 'send',
        delivery,
        payload: composition.payload,
        identity: composition.identity ?? null,
        publish: composition.publish ?? false,
        thread: composition.thread ?? null,
        isNew: delivery.messageId === null,
      };
    default:
      return composition satisfies never;
  }
}

function giveUp(delivery: Delivery): Settlement {
  // A message that stands keeps standing; only its last edit is missing.
  if (delivery.messageId) return { sentVersion: delivery.version, nextAttemptAt: null };
  return { state: 'failed', reason: 'streamEndedFirst', nextAttemptAt: null };
}
