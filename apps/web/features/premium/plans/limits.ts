import { addons } from '@tally/contract/premium/limits';
import type { Plan, PlanLimit } from '@tally/contract/premium/plans';
import { planCeilings } from '@tally/contract/premium/plans';
import { duration, fullCount } from '../../../lib/words/format.ts';

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

const MS = { hours: 3_600_000, minutes: 60_000 } as const;

/** As people say it: 14 days, 5 minutes, 60. */
export function amountOf(limit: PlanLimit, value: number, locale: string): string {
  // The name of a size, which is written so everywhere.
  if (limit === 'RecordingHeight' && value > 0) return `${value}p`;
  const unit = unitOf(limit);
  return unit && value > 0 ? duration(value * MS[unit], locale, 'long') : fullCount(value, locale);
}

/** What a plan costs: each month, or for a whole year at once. */
export const priceOf = (cents: number, isAnnual: boolean, monthsPaid: number): number =>
  isAnnual ? cents * monthsPaid : cents;
