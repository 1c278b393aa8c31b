'use client';

import { hasFlag, type PremiumFlag, premiumFlags } from '@tally/contract/flags';
import type { Plan, PlanLimit } from '@tally/contract/plans';
import { Check, Minus } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { duration, fullCount } from '../../../lib/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { limitOf, planLimits, unitOf } from './limits.ts';

const MS = { hours: 3_600_000, minutes: 60_000 } as const;
const flags = Object.keys(premiumFlags) as PremiumFlag[];

/** Every limit and every feature, plan beside plan. What all of them have comes last. */
export function Comparison({ plans }: { plans: readonly Plan[] }) {
  const t = useTranslations('premium');
  const locale = useLocale();
  const amount = (limit: PlanLimit, value: number | null): string => {
    if (value === null) return '';
    const unit = unitOf(limit);
    return unit && value > 0 ? duration(value * MS[unit], locale) : fullCount(value, locale);
  };
  const isEverywhere = (flag: PremiumFlag): boolean => plans.every(({ bitfield }) => hasFlag(bitfield, flag));
  const sorted = [...flags.filter((flag) => !isEverywhere(flag)), ...flags.filter(isEverywhere)];
  return (
    <div className="mt-12">
      <h2 id="compare" className="mb-3 font-semibold text-title">
        {t('compare')}
      </h2>
      <section
        aria-labelledby="compare"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by key
        tabIndex={0}
        className="relative overflow-x-auto rounded-panel border border-line bg-surface"
      >
        <table className="w-full min-w-[560px] border-collapse text-start">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="px-4 py-3 text-start font-medium text-muted">
                {t('feature')}
              </th>
              {plans.map((plan) => (
                <th key={plan.tierId} scope="col" className="px-3 py-3 text-center font-semibold">
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {planLimits.map((limit) => (
              <tr key={limit} className="border-b border-line">
                <th scope="row" className="px-4 py-2.5 text-start font-normal">
                  {t(`limits.${limit}`)}
                </th>
                {plans.map((plan) => (
                  <td key={plan.tierId} className="figures px-3 py-2.5 text-center whitespace-nowrap">
                    {amount(limit, limitOf(plan, limit))}
                  </td>
                ))}
              </tr>
            ))}
            {sorted.map((flag) => (
              <tr key={flag} className="border-b border-line last:border-0">
                <th scope="row" className="px-4 py-2.5 text-start font-normal">
                  {t(`flags.${flag}`)}
                </th>
                {plans.map((plan) => {
                  const has = hasFlag(plan.bitfield, flag);
                  return (
                    <td key={plan.tierId} className="px-3 py-2.5 text-center">
                      <Icon of={has ? Check : Minus} className={has ? 'inline text-ok' : 'inline text-faint'} />
                      <span className="sr-only">{t(has ? 'included' : 'notIncluded')}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
