'use client';

import type { Addon } from '@tally/contract/premium/limits';
import { MONTHS_PAID_PER_YEAR, type PlanAddon } from '@tally/contract/premium/plans';
import { Minus, Plus } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { price } from '../../../lib/words/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { priceOf } from '../../premium/plans/limits.ts';

export type Extras = Partial<Record<Addon, number>>;

/** The quantity of each add-on, in steps of its pack size. */
export function AddonFields({
  addons,
  isAnnual,
  extras,
  onChange,
}: {
  addons: readonly PlanAddon[];
  isAnnual: boolean;
  extras: Extras;
  onChange: (extras: Extras) => void;
}) {
  const t = useTranslations('billing');
  const premium = useTranslations('premium');
  const locale = useLocale();
  const set = (addon: Addon, value: number) => {
    const { [addon]: _, ...others } = extras;
    onChange(value > 0 ? { ...others, [addon]: value } : others);
  };
  return (
    <ul className="flex flex-col divide-y divide-line">
      {addons
        .filter(({ isActive, type }) => isActive && type === 'guild')
        .map(({ addonId, priceCents, step, most }) => {
          const value = extras[addonId] ?? 0;
          const name = premium(`limits.${addonId}`);
          const cents = priceOf(priceCents, isAnnual, MONTHS_PAID_PER_YEAR);
          return (
            <li key={addonId} className="flex items-center gap-3 py-2.5">
              <div className="min-w-0 flex-1">
                <div className="font-medium">{name}</div>
                <div className="text-muted text-small">
                  {t(isAnnual ? 'stepYear' : 'stepMonth', { step, price: price(cents, locale) })}
                </div>
              </div>
              <fieldset className="flex shrink-0 items-center gap-1" aria-label={name}>
                <IconButton
                  icon={Minus}
                  label={t('less', { name, step })}
                  disabled={value === 0}
                  onClick={() => set(addonId, Math.max(0, value - step))}
                />
                <output className="figures w-12 text-center" dir="ltr" aria-live="polite">
                  {value > 0 ? `+${value}` : '0'}
                </output>
                <IconButton
                  icon={Plus}
                  label={t('more', { name, step })}
                  disabled={value + step > most}
                  onClick={() => set(addonId, value + step)}
                />
              </fieldset>
            </li>
          );
        })}
    </ul>
  );
}
