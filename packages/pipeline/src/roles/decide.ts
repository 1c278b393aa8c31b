/**
 * `held` gives the member the role as long as the claim exists. `given` and `taken` are orders: each takes effect once,
 * despite earlier manual changes, and is then forgotten.
 */
export type Wish = 'held' | 'given' | 'taken';

/** The fields of a claim that the decision needs. */
interface Wanted {
  readonly id: bigint;
  readonly wish: Wish;
  readonly isOverruled: boolean;
}

export interface Verdict<C> {
  readonly act: 'give' | 'take' | 'nothing';
  /** The claim that causes the change. Null if a role is removed because its reasons are gone. */
  readonly because: C | null;
  /** True if we may remove the role later. */
  readonly isOurs: boolean;
  /** Orders that this change fulfills, or that a newer order replaces. */
  readonly spent: readonly C[];
  /** Claims that no longer count, because an order removed the role. */
  readonly overruled: readonly C[];
}

/**
 * Decides about one role of one member. A role is held while at least one reason remains. A role given manually stays.
 * An order beats all claims, and the newest order counts. Claims from before an order cannot restore the role, or
 * features would fight over it. Only a new claim can.
 */
export function decide<C extends Wanted>(
  claims: readonly C[],
  { hasIt, isOurs }: { readonly hasIt: boolean; readonly isOurs: boolean },
): Verdict<C> {
  const orders = claims.filter((claim) => claim.wish !== 'held');
  const held = claims.filter((claim) => claim.wish === 'held' && !claim.isOverruled);
  const order = orders.reduce<C | null>((newest, each) => (newest && newest.id > each.id ? newest : each), null);
  if (order?.wish === 'given') {
    return { act: hasIt ? 'nothing' : 'give', because: order, isOurs: false, spent: orders, overruled: [] };
  }
  if (order) {
    return { act: hasIt ? 'take' : 'nothing', because: order, isOurs: false, spent: orders, overruled: held };
  }
  const [reason = null] = held;
  if (reason && !hasIt) return { act: 'give', because: reason, isOurs: true, spent: [], overruled: [] };
  const isOver = !reason && hasIt && isOurs;
  return {
    act: isOver ? 'take' : 'nothing',
    because: reason,
    isOurs: hasIt && isOurs && !isOver,
    spent: [],
    overruled: [],
  };
}
