'use client';

import { useLocale, useTranslations } from 'next-intl';
import { fullCount } from '../../../lib/words/format.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { type NumberName, numbers, usualNumber } from './draft-of.ts';
import type { SettingsEdit } from './settings-tab.tsx';

const limits = [
  'queueLimit',
  'perPerson',
  'perSupporter',
  'secondsBetween',
  'longestSeconds',
  'longestShortSeconds',
  'leastAccountDays',
  'fewestViews',
  'repeatAfterMinutes',
] as const satisfies NumberName[];

/** The settings that limit requests. */
export function LimitSettings({ edit }: { edit: SettingsEdit }) {
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      {limits.map((name) => (
        <SettingNumber key={name} edit={edit} name={name} />
      ))}
    </div>
  );
}

export function SettingNumber({ edit, name, hint }: { edit: SettingsEdit; name: NumberName; hint?: string }) {
  const t = useTranslations('media-sharing.settings');
  const locale = useLocale();
  const { min, max } = numbers[name];
  return (
    <NumberField
      label={t(`fields.${name}`)}
      {...(hint === undefined ? {} : { hint })}
      value={edit.draft.value[name]}
      unit={name.endsWith('Seconds') || name.startsWith('seconds') ? 'seconds' : undefined}
      fallback={usualNumber(name)}
      min={min}
      max={max}
      rangeText={t('range', { min: fullCount(min, locale), max: fullCount(max, locale) })}
      className="max-w-40"
      onChange={(value) => edit.set({ [name]: value })}
    />
  );
}
