import type { Dice } from './dice.ts';

/** The faults of one life, per 1,000 occasions, and their sizes. */
export interface Weather {
  /** No fault happens after this many milliseconds. */
  readonly faultsForMs: number;
  readonly processes: number;
  readonly kills: number;
  readonly freezes: number;
  readonly stops: number;
  readonly crashes: number;
  readonly fullDisks: number;
  readonly refusedTokens: number;
  readonly slowStatement: number;
  readonly lostBefore: number;
  readonly lostAfter: number;
  readonly lostNotice: number;
  readonly lostReply: number;
  readonly neverArrived: number;
  readonly limited: number;
  readonly slowCall: number;
  readonly unseen: number;
  readonly failingOwner: number;
  /** Above zero, the first message may crash its sender. */
  readonly poison: number;
  /** The clock offset of each process, in the order in which they start. */
  readonly skewsMs: readonly number[];
  readonly quantumMs: number;
  readonly nonceMs: number;
  readonly room: number;
  readonly hasLoops: boolean;
  /** How often the wall clock of a process is set to another hour. */
  readonly jumps: number;
}

const rates = [0, 0, 0, 10, 40, 150] as const;
const counts = [0, 0, 1, 2, 3] as const;
const seldom = [0, 0, 0, 1] as const;
const rarely = [0, 0, 0, 0, 0, 0, 0, 1] as const;
const poisons: readonly number[] = Array.from({ length: 20 }, (_, place) => (place === 19 ? 900 : 0));
const SECOND = 1_000;

export function drawWeather(dice: Dice): Weather {
  const isClear = dice.once(20);
  // Always draws, so a different result does not change later choices.
  const unlessClear = (from: readonly number[]): number => {
    const drawn = dice.pick(from);
    return isClear ? 0 : drawn;
  };
  const rate = (): number => unlessClear(rates);
  const count = (): number => unlessClear(counts);
  const isSkewed = dice.once(3) && !isClear;
  return {
    faultsForMs: unlessClear([20, 60, 150]) * SECOND,
    processes: dice.pick([1, 2, 2, 3]),
    kills: count(),
    freezes: unlessClear([0, 0, 0, 0, 0, 1, 1, 1, 2, 3]),
    stops: unlessClear(seldom),
    crashes: unlessClear(seldom),
    fullDisks: unlessClear(rarely),
    refusedTokens: unlessClear(rarely),
    slowStatement: rate(),
    lostBefore: rate(),
    lostAfter: rate(),
    lostNotice: rate(),
    lostReply: rate(),
    neverArrived: rate(),
    limited: rate(),
    slowCall: rate(),
    unseen: dice.pick([0, 500, 1_000]),
    failingOwner: rate(),
    poison: unlessClear(poisons),
    skewsMs: Array.from({ length: 12 }, () => (isSkewed ? dice.draw(4_001) - 2_000 : 0)),
    quantumMs: dice.pick([0, 0, 5, 50]),
    nonceMs: dice.pick([120, 180, 300]) * SECOND,
    room: dice.pick([1, 4, 50]),
    hasLoops: dice.once(isClear ? 2 : 10),
    jumps: unlessClear(rarely),
  };
}
