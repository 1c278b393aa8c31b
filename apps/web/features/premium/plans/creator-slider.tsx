'use client';

import { platformAddons, platforms } from '@tally/contract/platforms/words';
import type { GuildPlan } from '@tally/contract/premium/plans';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { limitOf } from './limits.ts';

/** Returns the limit of the platform with the highest one. */
export const mostCreators = (plan: GuildPlan): number =>
  Math.max(...platforms.map((each) => limitOf(plan, platformAddons[each]) ?? 0));

/** Above this number, people need add-ons to the largest plan. */
const BEYOND = 30;

/** Asks how many creators a person follows, and names the smallest plan that covers them. */
export function CreatorSlider({
  plans,
  value,
  onChange,
}: {
  plans: readonly GuildPlan[];
  value: number;
  onChange: (count: number) => void;
}) {
  const t = useTranslations('premium.slider');
  const id = useId();
  const largest = plans.at(-1);
  if (!largest) return null;
  const fitting = plans.find((plan) => mostCreators(plan) >= value);
  return (
    <div className="mb-6 grid items-center gap-x-6 gap-y-1 rounded-panel border border-line bg-surface px-5 py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <label htmlFor={id} className="flex items-baseline justify-between gap-3 font-semibold">
          {t('label')}
          <output htmlFor={id} className="figures">
            {value}
          </output>
        </label>
        <input
          id={id}
          type="range"
          className="h-control w-full accent-text pointer-coarse:h-11"
          min={1}
          max={mostCreators(largest) + BEYOND}
          value={value}
          onChange={({ target }) => onChange(Number(target.value))}
        />
      </div>
      <output className="text-muted">
        {fitting
          ? t('fits', { plan: fitting.name, most: mostCreators(fitting) })
          : t('beyond', { plan: largest.name, most: mostCreators(largest) })}
      </output>
    </div>
  );
}
