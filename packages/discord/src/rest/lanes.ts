import { type Share, wholeShare } from '@tally/infra/budgets';
import { systemTimers } from '@tally/kernel';
import type { LaneName, RestOptions } from './options.ts';
import { createPacer, freePacer, type Pacer } from './pacer.ts';

/** Calls that share one limit. */
export interface Lane {
  readonly pacer: Pacer;
  /** Null if there is no limit. */
  readonly share: Share | null;
}

export type Lanes = Readonly<Record<LaneName, Lane>>;

export const openLanes = (options: RestOptions): Lanes => ({
  bot: openLane('bot', options.perSecond, options),
  webhook: openLane('webhook', options.openPerSecond, options),
});

function openLane(
  name: LaneName,
  limit: number | null | undefined,
  { shareOf = (_, whole) => wholeShare(whole), timers = systemTimers }: RestOptions,
): Lane {
  if (limit === null) return { pacer: freePacer, share: null };
  const share = shareOf(name, limit ?? 50);
  return { pacer: createPacer({ share, windowMs: 1002, timers }), share };
}
