import type { SimClock } from '../../clock.ts';

/** The first second of 2015. https://docs.discord.com/developers/reference#snowflakes */
export const EPOCH = 1_420_070_400_000;

export const timeOf = (id: string): number => Number(BigInt(id) >> 22n) + EPOCH;

export interface Ids {
  next(): string;
}

/** Ids always rise, even if the clock is moved back. The same calls at the same times give the same ids. */
export function createIds(clock: SimClock): Ids {
  let lastMs = 0;
  let prefix = 0n;
  let counter = 0n;
  return {
    next() {
      const now = Math.trunc(clock.ms());
      // Each millisecond has 4,096 numbers. Beyond that, numbers of the next millisecond are used.
      if (now > lastMs || counter === 4095n) {
        lastMs = now > lastMs ? now : lastMs + 1;
        prefix = BigInt(lastMs - EPOCH) << 22n;
        counter = 0n;
      } else {
        counter++;
      }
      return `${prefix + counter}`;
    },
  };
}
