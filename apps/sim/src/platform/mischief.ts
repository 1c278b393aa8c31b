import { z } from 'zod';
import type { Doors } from './doors.ts';

/** The disturbances that any delivery can have. */
export const mischiefs = ['delay', 'duplicate', 'lose', 'forge'] as const;

/** A disturbance of the next deliveries of a world. */
export interface Mischief<Kind extends string = (typeof mischiefs)[number]> {
  readonly kind: Kind;
  left: number;
  readonly amount: number;
}

/** The body of the action that requests a disturbance. */
export const mischiefBody = <const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) =>
  z.strictObject({
    do: z.enum(kinds),
    next: z.number().int().min(1).max(1_000).default(1),
    amount: z.number().min(0).max(86_400).default(1),
  });

export function addMischief<Kind extends string>(
  world: { readonly mischief: Mischief<Kind>[] },
  asked: { readonly do: Kind; readonly next: number; readonly amount: number },
): void {
  world.mischief.push({ kind: asked.do, left: asked.next, amount: asked.amount });
}

/** Takes the next requested disturbance. Each one affects a given number of deliveries. */
export function takeMischief<M extends { left: number }>(world: { readonly mischief: M[] }): M | null {
  const [first] = world.mischief;
  if (!first) return null;
  first.left -= 1;
  if (first.left <= 0) world.mischief.shift();
  return first;
}

/** Sends a delivery late, several times or never. True if it is being sent now. Worlds add other effects. */
export function sendDisturbed(
  doors: Pick<Doors, 'later'>,
  mischief: Mischief<string> | null,
  { delivery, send }: { readonly delivery: { outcome: string }; readonly send: () => void },
): boolean {
  switch (mischief?.kind) {
    case 'lose':
      delivery.outcome = 'lost';
      return false;
    case 'delay':
      doors.later(mischief.amount * 1_000, send);
      return false;
    case 'duplicate':
      for (let copy = 0; copy <= mischief.amount; copy += 1) send();
      return true;
    case undefined:
    default:
      send();
      return true;
  }
}
