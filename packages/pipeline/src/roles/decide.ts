/**
 * `held`: the member has the role for as long as the claim stands. `given` and `taken` are orders: carried out once,
 * whatever anybody did by hand before, and then forgotten.
 */
export type Wish = 'held' | 'given' | 'taken';

/** What the decision needs of a claim. */
interface Wanted {
  readonly id: bigint;
  readonly wish: Wish;
  readonly isOverruled: boolean;
}

export interface Verdict<C> {
  readonly act: 'give' | 'take' | 'nothing';
  /** The claim because of which something is given or taken. Null where a role is taken since its reasons are gone. */
  readonly because: C | null;
  /** Afterwards it is a role that may be taken again. */
  readonly isOurs: boolean;
  /** Orders that this carries out, or that a newer one has made void. */
  readonly spent: readonly C[];
  /** Claims that do not count any more: an order took the role away although they stand. */
  readonly overruled: readonly C[];
}

/**
 * What is to be done about one role of one member.
 *
 * One reason is enough to hold a role, and it goes with the last of them; one that was given by hand stays. An order is
 * stronger than any claim, and the newest order counts. What an order took away is not brought back by claims that
 * stood at the time, or features would fight over the role: a new one is needed.
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
