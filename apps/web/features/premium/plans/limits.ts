import { addons } from '@tally/contract/limits';
import type { Plan, PlanLimit } from '@tally/contract/plans';
import { planCeilings } from '@tally/contract/plans';

export const planLimits: readonly PlanLimit[] = [...addons, ...planCeilings];

/** Null: the plan says nothing about it. */
export function limitOf(plan: Plan, limit: PlanLimit): number | null {
  if (plan.type !== 'guild') return null;
  const values: Readonly<Record<string, unknown>> = { ...plan };
  const value = values[`default${limit}`] ?? values[`max${limit}`];
  return typeof value === 'number' ? value : null;
}

const hours = new Set<PlanLimit>([
  'AllowedVodDurationToSave',
  'GiveawayDurationHours',
  'GiveawayScheduleInFutureHours',
]);

/** What a limit counts, where that is not the things themselves. */
export const unitOf = (limit: PlanLimit): 'hours' | 'minutes' | null =>
  limit === 'OfflineGraceMinutes' ? 'minutes' : hours.has(limit) ? 'hours' : null;

/** What a plan costs: each month, or for a whole year at once. */
export const priceOf = (cents: number, isAnnual: boolean, monthsPaid: number): number =>
  isAnnual ? cents * monthsPaid : cents;
