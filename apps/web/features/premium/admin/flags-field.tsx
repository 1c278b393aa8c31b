'use client';

import { bit, hasFlag, type PremiumFlag, premiumFlags } from '@tally/contract/premium/flags';
import { useTranslations } from 'next-intl';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';

const flags = Object.keys(premiumFlags) as PremiumFlag[];

/** Grants single features besides the plan. Features of the plan itself cannot be selected. */
export function FlagsField({
  given,
  ofPlan,
  onChange,
}: {
  given: bigint;
  ofPlan: bigint;
  onChange: (given: bigint) => void;
}) {
  const t = useTranslations('premium');
  const count = flags.filter((flag) => hasFlag(given, flag)).length;
  return (
    <details open={count > 0} className="group rounded-card border border-line">
      <summary className="cursor-pointer rounded-card px-3.5 py-3">
        <span className="font-semibold">{t('admin.flagsTitle')}</span>{' '}
        <span className="text-muted">{t('admin.flagsCount', { count })}</span>
      </summary>
      <p className="px-3.5 text-muted text-small">{t('admin.flagsHint')}</p>
      <ul className="grid gap-x-4 p-3.5 sm:grid-cols-2">
        {flags.map((flag) => {
          const isGiven = hasFlag(given, flag);
          const isOfPlan = hasFlag(ofPlan, flag) && !isGiven;
          const name = t(`flags.${flag}`);
          return (
            <li key={flag}>
              {/* The checkbox has its own label. The text beside it is for sighted people and the pointer. */}
              <label className="flex min-h-9 cursor-pointer items-center gap-2.5 has-data-disabled:cursor-default">
                <Checkbox
                  label={isOfPlan ? t('admin.inPlan', { name }) : name}
                  checked={isGiven || isOfPlan}
                  disabled={isOfPlan}
                  onChange={() => onChange(given ^ bit(premiumFlags[flag].bit))}
                />
                <span className={isOfPlan ? 'text-muted' : undefined}>{name}</span>
              </label>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
