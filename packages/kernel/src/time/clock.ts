import type { Clock, Random } from '../ctx.ts';

export const systemClock: Clock = { now: () => new Date() };

export const systemRandom: Random = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  int(below) {
    // Rejection sampling is needed because a plain modulo would favor small numbers.
    const limit = 2 ** 32 - (2 ** 32 % below);
    for (;;) {
      const value = crypto.getRandomValues(new Uint32Array(1))[0] as number;
      if (value < limit) return value % below;
    }
  },
  uuid: () => crypto.randomUUID(),
};

export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => count * 60_000;
export const hours = (count: number): number => count * 3_600_000;
export const days = (count: number): number => count * 86_400_000;
