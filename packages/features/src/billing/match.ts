import type { SubscriptionRow } from './tables.ts';

/**
 * Returns whether the state gives premium. In `past_due` the bank refused, and Stripe retries for some days before it
 * moves on to `unpaid` or `canceled`. See docs/decisions/0090.
 */
export function isHeld(status: SubscriptionRow['status']): boolean {
  switch (status) {
    case 'active':
    case 'trialing':
    case 'past_due':
      return true;
    case 'canceled':
    case 'incomplete':
    case 'incomplete_expired':
    case 'paused':
    case 'unpaid':
      return false;
    default:
      return status satisfies never;
  }
}

/** Returns whether the subscription gives premium, or may do so later. */
export const isRunning = ({ status }: Pick<SubscriptionRow, 'status'>): boolean =>
  status !== 'canceled' && status !== 'incomplete_expired';

type Weighed = Pick<SubscriptionRow, 'id' | 'status' | 'createdAt' | 'isDuplicate'>;

/** Returns the subscription that counts for a server or person: the one that was paid first. */
export function findMain<R extends Weighed>(rows: readonly R[]): R | null {
  const weight = (row: R): number => (isHeld(row.status) ? 0 : isRunning(row) ? 1 : 2);
  const [main] = rows
    .filter((row) => !row.isDuplicate)
    .toSorted(
      (one, other) =>
        weight(one) - weight(other) ||
        // Of several ended subscriptions, the newest counts; of several running ones, the oldest.
        (one.createdAt.getTime() - other.createdAt.getTime()) * (weight(one) === 2 ? -1 : 1) ||
        (one.id < other.id ? -1 : 1),
    );
  return main ?? null;
}

/** Finds duplicate subscriptions, which exist if two checkouts were paid at the same time. */
export const findDuplicates = <R extends Weighed>(rows: readonly R[]): readonly R[] => {
  const main = findMain(rows);
  if (!main || !isHeld(main.status)) return [];
  return rows.filter((row) => row.id !== main.id && isHeld(row.status));
};
