import type { SubscriptionRow } from './tables.ts';

/**
 * For which states something is held. `past_due`: the bank refused, and Stripe tries again for some days; only then it
 * becomes `unpaid` or `canceled`. See docs/decisions/0090.
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

/** It may still become, or become again, one that is held. */
export const isRunning = ({ status }: Pick<SubscriptionRow, 'status'>): boolean =>
  status !== 'canceled' && status !== 'incomplete_expired';

type Weighed = Pick<SubscriptionRow, 'id' | 'status' | 'createdAt' | 'isDuplicate'>;

/** Of several for the same server or person, the one that counts: the first one that is paid. */
export function findMain<R extends Weighed>(rows: readonly R[]): R | null {
  const weight = (row: R): number => (isHeld(row.status) ? 0 : isRunning(row) ? 1 : 2);
  const [main] = rows
    .filter((row) => !row.isDuplicate)
    .toSorted(
      (one, other) =>
        weight(one) - weight(other) ||
        // Of those that are over, the newest says most; of those that run, the oldest was there first.
        (one.createdAt.getTime() - other.createdAt.getTime()) * (weight(one) === 2 ? -1 : 1) ||
        (one.id < other.id ? -1 : 1),
    );
  return main ?? null;
}

/** Paid for the second time, because two checkouts were paid at once. */
export const findDuplicates = <R extends Weighed>(rows: readonly R[]): readonly R[] => {
  const main = findMain(rows);
  if (!main || !isHeld(main.status)) return [];
  return rows.filter((row) => row.id !== main.id && isHeld(row.status));
};
