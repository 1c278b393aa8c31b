import { hasFlag, keepHours } from '@tally/contract';
import type { ServerPlan } from '../servers/index.ts';

const GB = 1_000_000_000;
export const bytesOf = (gigabytes: number): number => Math.round(gigabytes * GB);

type Ceilings = Pick<ServerPlan, 'bitfield' | 'ceilings'>;

/** How many hours a plan lets choose. */
export const choicesOf = ({ bitfield, ceilings }: Ceilings): number[] =>
  hasFlag(bitfield, 'AllowVodFeatures') ? keepHours.filter((hours) => hours <= ceilings.vodHours) : [];

/** What was chosen under a larger plan is shortened to what this one allows. Zero: nothing is kept. */
export function hoursOf(plan: Ceilings, chosen: number | undefined): number {
  const longest = choicesOf(plan).at(-1) ?? 0;
  return Math.min(chosen ?? longest, longest);
}

/** More than that a stream of this size and length does not have; its bandwidth is said as the most, and sizes vary. */
export const reckon = (about: { readonly seconds: number; readonly bandwidth: number }): number =>
  Math.ceil((about.seconds * about.bandwidth * 1.1) / 8);

export interface Space {
  readonly reckonedBytes: number;
  readonly usedBytes: number;
  readonly mostBytes: number;
  /** Null: nobody can say. */
  readonly freeBytes: number | null;
  readonly keptFreeBytes: number;
}

/** Why a file is not let in, whichever server wants it. */
export function refuse(space: Space): 'totalSpace' | 'diskSpace' | null {
  const { reckonedBytes, usedBytes, mostBytes, freeBytes, keptFreeBytes } = space;
  if (usedBytes + reckonedBytes > mostBytes) return 'totalSpace';
  return freeBytes !== null && freeBytes - reckonedBytes < keptFreeBytes ? 'diskSpace' : null;
}
