import { setTimeout as pause } from 'node:timers/promises';

export interface Pace {
  readonly rate: number;
  readonly seconds: number;
}

/** Runs each call at its scheduled time, even if the previous one is not answered. */
export async function atPace({ rate, seconds }: Pace, carry: (index: number) => Promise<void>): Promise<void> {
  const count = rate * seconds;
  const since = performance.now();
  const carried: Promise<void>[] = [];
  while (carried.length < count) {
    const due = Math.min(Math.ceil(((performance.now() - since) / 1000) * rate), count);
    for (let index = carried.length; index < due; index += 1) carried.push(carry(index));
    await pause(5);
  }
  await Promise.all(carried);
}
