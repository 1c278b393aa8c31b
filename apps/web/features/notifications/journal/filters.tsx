'use client';

import { deliveryKinds, deliveryOutcomes } from '@tally/contract/notifications/journal';
import { platforms } from '@tally/contract/platforms/words';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { Select } from '../../../ui/fields/select.tsx';

export const outcomes = [...deliveryOutcomes, 'underway'] as const;
const ALL = 'all';

/** Keeps the filters in the URL, so a shared link shows the same rows. */
export const useFilters = () =>
  useQueryStates({
    platform: parseAsStringLiteral(platforms),
    kind: parseAsStringLiteral(deliveryKinds),
    outcome: parseAsStringLiteral(outcomes),
  });

export type Filters = ReturnType<typeof useFilters>[0];

export function FilterBar() {
  const t = useTranslations('notifications');
  const [filters, setFilters] = useFilters();
  const choices = <V extends string>(list: readonly V[], label: (value: V) => string, all: string) => [
    { value: ALL as V | typeof ALL, label: all },
    ...list.map((value) => ({ value, label: label(value) })),
  ];
  const orNull = <V extends string>(value: V | typeof ALL): V | null => (value === ALL ? null : value);
  return (
    <div className="mb-4 grid gap-2 sm:grid-cols-3 lg:max-w-2xl">
      <Select
        label={t('journal.platform')}
        value={filters.platform ?? ALL}
        onChange={(value) => void setFilters({ platform: orNull(value) })}
        choices={choices(platforms, (value) => platformNames[value], t('journal.allPlatforms'))}
      />
      <Select
        label={t('journal.kind')}
        value={filters.kind ?? ALL}
        onChange={(value) => void setFilters({ kind: orNull(value) })}
        choices={choices(deliveryKinds, (value) => t(`editor.kinds.${value}`), t('journal.allKinds'))}
      />
      <Select
        label={t('journal.outcome')}
        value={filters.outcome ?? ALL}
        onChange={(value) => void setFilters({ outcome: orNull(value) })}
        choices={choices(outcomes, (value) => t(`outcomes.${value}`), t('journal.allOutcomes'))}
      />
    </div>
  );
}
