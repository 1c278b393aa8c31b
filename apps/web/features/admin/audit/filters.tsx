'use client';

import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { deedChoicesQuery } from './api.ts';
import { useSayDeed } from './say-deed.ts';
import type { Filters } from './use-filters.ts';

/** The value of "no filter". */
const ALL = 'all';

/** Filters by staff member, kind and day. */
export function AuditFilters({ filters: { who, deed, day, set, isFiltered } }: { filters: Filters }) {
  const t = useTranslations('admin.audit');
  const sayDeed = useSayDeed();
  const { data } = useQuery(deedChoicesQuery());
  const staff = (data?.staff ?? []).map(({ userId, username }) => ({
    value: String(userId),
    label: username ?? userId,
  }));
  const calls = (data?.calls ?? []).map((call) => ({ value: call, label: sayDeed(call) }));
  return (
    <search className="mb-4 grid items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,14rem))_auto]">
      <Select
        label={t('who')}
        choices={choicesOf(t('allStaff'), staff, who)}
        value={who ?? ALL}
        onChange={(next) => void set({ who: next === ALL ? null : next })}
      />
      <Select
        label={t('kind')}
        choices={choicesOf(t('allKinds'), calls, deed)}
        value={deed ?? ALL}
        onChange={(next) => void set({ deed: next === ALL ? null : next })}
      />
      <Input
        type="date"
        aria-label={t('day')}
        value={day ?? ''}
        onChange={({ target }) => void set({ day: target.value || null })}
      />
      {isFiltered && (
        <Button
          icon={X}
          className="justify-self-start"
          onClick={() => void set({ who: null, deed: null, day: null, personId: null, serverId: null })}
        >
          {t('all')}
        </Button>
      )}
    </search>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Sorted by label. A value that occurs only in the URL is shown as it is. */
function choicesOf(all: string, choices: readonly Choice[], chosen: string | null): Choice[] {
  const sorted = choices.toSorted((one, other) => one.label.localeCompare(other.label));
  const isKnown = chosen === null || choices.some(({ value }) => value === chosen);
  return [{ value: ALL, label: all }, ...sorted, ...(isKnown ? [] : [{ value: chosen, label: chosen }])];
}
