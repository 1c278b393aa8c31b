import { hasFlag, keepHours } from '@tally/contract';
import type { ServerPlan } from '../servers/index.ts';

const GB = 1_000_000_000;
export const bytesOf = (gigabytes: number): number => Math.round(gigabytes * GB);

type Ceilings = Pick<ServerPlan, 'bitfield' | 'ceilings'>;

/** Returns the durations, in hours, that a plan offers. */
export const choicesOf = ({ bitfield, ceilings }: Ceilings): number[] =>
  hasFlag(bitfield, 'AllowVodFeatures') ? keepHours.filter((hours) => hours <= ceilings.vodHours) : [];

/** Reduces a choice from a larger plan to what this one allows. Zero means that nothing is kept. */
export function hoursOf(plan: Ceilings, chosen: number | undefined): number {
  const longest = choicesOf(plan).at(-1) ?? 0;
  return Math.min(chosen ?? longest, longest);
}

/** Estimates an upper bound for the file's size. The stated bandwidth is a maximum, but sizes vary. */
export const reckon = (about: { readonly seconds: number; readonly bandwidth: number }): number =>
  Math.ceil((about.seconds * about.bandwidth * 1.1) / 8);

export interface Space {
  readonly reckonedBytes: number;
  readonly usedBytes: number;
  readonly mostBytes: number;
  /** Null if the free space is unknown. */
  readonly freeBytes: number | null;
  readonly keptFreeBytes: number;
}

/** Returns why no server may have this file. */
export function refuse(space: Space): 'totalSpace' | 'diskSpace' | null {
  const { reckonedBytes, usedBytes, mostBytes, freeBytes, keptFreeBytes } = space;
  if (usedBytes + reckonedBytes > mostBytes) return 'totalSpace';
  return freeBytes !== null && freeBytes - reckonedBytes < keptFreeBytes ? 'diskSpace' : null;
}
