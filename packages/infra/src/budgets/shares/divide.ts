/**
 * One process's part of a limit that several processes divide. A share is a number of places: a place makes one call a
 * second (see `pacer.ts` in `discord/rest`). All times are in milliseconds of the database's clock.
 */
export interface Holding {
  /** Places that this process may be using. */
  readonly share: number;
  readonly want: number;
  /** The limit that this process was started with. */
  readonly limit: number;
  /** The process stops using its share no later than this time. */
  readonly until: number;
  /** Zero means that the process has stopped. */
  readonly seenAt: number;
}

export interface Division {
  readonly holdings: Readonly<Record<string, Holding>>;
  readonly touchedAt: number;
  /** Since this time at least one process has renewed its share without a gap, so the database was up. */
  readonly attendedSince: number;
}

export interface Claim extends Pick<Holding, 'want' | 'limit'> {
  readonly holder: string;
  /** Places that are in use now and cannot be given away yet. */
  readonly occupied: number;
  readonly isLeaving?: boolean;
}

/** The division including the claim, and the results for the claimant. */
export interface Divided {
  readonly after: Division;
  /** The places that the claimant may fill from now on. */
  readonly size: number;
  /** True if a stopped process still occupies part of the limit. */
  readonly isMoving: boolean;
  /** True if a dead process still holds a part. */
  readonly isLost: boolean;
  /** The smallest limit of all processes. */
  readonly limit: number;
  /** The number of processes that share this limit, including the claimant. */
  readonly present: number;
}

export const LEASE_MS = 2_000;
/**
 * A call that started just before its lease ended keeps its place for two seconds. The rest covers processes that use
 * their last share during a database outage: they renew it within this time after the database is back.
 */
export const GRACE_MS = 4_000;
/** A stopped process makes no more calls. After this time its last calls have arrived and no longer count. */
const LEFT_MS = 2_000;
/** An idle process checks in once a minute. */
export const PRESENCE_MS = 60_000;
const PRESENT_MS = 2.5 * PRESENCE_MS;
/** If there are fewer places than processes, the places rotate at this interval. */
const ROUND_MS = 2_000;

const LEFT = 0;

export const undivided: Division = { holdings: {}, touchedAt: 0, attendedSince: 0 };

/** Divides the limit. `clock` is the earliest and the latest time that the database's clock may show now. */
export function divide(before: Division, claim: Claim, clock: { from: number; to: number }): Divided {
  const wasAway = clock.to - before.touchedAt > LEASE_MS;
  const attendedSince = wasAway ? clock.to : before.attendedSince;
  const heldUntil = ({ until, seenAt }: Holding): number =>
    seenAt === LEFT ? until + LEFT_MS : Math.max(until, attendedSince) + GRACE_MS;
  const isHeld = (each: Holding) => each.share > 0 && clock.from < heldUntil(each);
  const isPresent = ({ seenAt }: Holding) => clock.from < seenAt + PRESENT_MS;
  const others = Object.entries(before.holdings).filter(
    ([id, each]) => id !== claim.holder && (isHeld(each) || isPresent(each)),
  );
  const present = others.filter(([, each]) => isPresent(each));
  const limit = Math.min(claim.limit, ...present.map(([, each]) => each.limit));
  const live = present.filter(([, each]) => clock.from < each.until);
  const held = others.filter(([, each]) => isHeld(each));
  const lost = sumOf(held.filter((each) => !live.includes(each)));
  const wants = new Map([...live.map(([id, { want }]) => [id, want] as const), [claim.holder, claim.want]]);
  const fair = fairShare({ limit: Math.max(0, limit - lost), wants, holder: claim.holder, now: clock.from });
  const size = Math.max(0, Math.min(fair, limit - sumOf(held)));
  const share = Math.max(size, claim.occupied);
  const own: Holding = {
    share,
    want: claim.want,
    limit: claim.limit,
    until: clock.to + (claim.isLeaving ? 0 : LEASE_MS),
    seenAt: claim.isLeaving ? LEFT : clock.to,
  };
  const isGone = claim.isLeaving && share === 0;
  return {
    after: {
      holdings: Object.fromEntries(isGone ? others : [...others, [claim.holder, own]]),
      touchedAt: clock.from,
      attendedSince,
    },
    size,
    isMoving: size !== fair || share > size,
    isLost: lost > 0,
    limit,
    present: present.length + 1,
  };
}

const sumOf = (holdings: readonly (readonly [string, Holding])[]): number =>
  holdings.reduce((sum, [, { share }]) => sum + share, 0);

/** Returns how many places each process gets: as many as it wants, or as many as the others that want more. */
function fairShare({ limit, wants, holder, now }: Fair): number {
  const asking = [...wants].filter(([, want]) => want > 0).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const turn = Math.floor(now / ROUND_MS) % Math.max(1, asking.length);
  const inOrder =
    limit < asking.length
      ? [...asking.slice(turn), ...asking.slice(0, turn)].toReversed()
      : asking.toSorted(([, one], [, other]) => one - other);
  let left = limit;
  for (const [place, [id, want]] of inOrder.entries()) {
    const given = Math.min(want, Math.floor(left / (asking.length - place)));
    if (id === holder) return given;
    left -= given;
  }
  return 0;
}

type Fair = Pick<Claim, 'holder' | 'limit'> & { readonly wants: ReadonlyMap<string, number>; readonly now: number };
