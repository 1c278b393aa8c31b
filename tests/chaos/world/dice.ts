import type { Random } from '@tally/kernel';
import { seededRandom } from '@tally/tests/context';

/** Reproducible randomness: the seed is printed with the figures, and CHAOS_SEED sets it. */
export interface Dice extends Random {
  readonly seed: number;
  between(least: number, most: number): number;
  /** Returns true in this percentage of calls. */
  percent(chance: number): boolean;
  pick<T>(list: readonly T[]): T;
}

export function throwDice(seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 1_000_000_000))): Dice {
  const random = seededRandom(seed);
  return {
    ...random,
    seed,
    between: (least, most) => least + random.int(Math.max(1, Math.round(most - least) + 1)),
    percent: (chance) => random.int(10_000) < chance * 100,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[random.int(list.length)] as T;
    },
  };
}
