import { addons } from '@tally/contract/premium/limits';
import type { Plan, PlanLimit } from '@tally/contract/premium/plans';
import { planCeilings } from '@tally/contract/premium/plans';
import { duration, fullCount } from '../../../lib/words/format.ts';

export const planLimits: readonly PlanLimit[] = [...addons, ...planCeilings];

/** Returns a plan's limit, or null if the plan does not include it. */
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

/** Returns the unit of a limit, unless it counts items. */
export const unitOf = (limit: PlanLimit): 'hours' | 'minutes' | null =>
  limit === 'OfflineGraceMinutes' ? 'minutes' : hours.has(limit) ? 'hours' : null;

const MS = { hours: 3_600_000, minutes: 60_000 } as const;

/** Formats a limit in natural units: 14 days, 5 minutes, 60. */
export function amountOf(limit: PlanLimit, value: number, locale: string): string {
  // Video heights have the same name in all languages.
  if (limit === 'RecordingHeight' && value > 0) return `${value}p`;
  const unit = unitOf(limit);
  return unit && value > 0 ? duration(value * MS[unit], locale, 'long') : fullCount(value, locale);
}

/** Formats the price of a plan per month or per year. */
export const priceOf = (cents: number, isAnnual: boolean, monthsPaid: number): number =>
  isAnnual ? cents * monthsPaid : cents;
