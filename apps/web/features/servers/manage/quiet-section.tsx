'use client';

import { type QuietHours, quietModes } from '@tally/contract/overrides/quiet-hours';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { zoneName } from '../../../lib/words/format.ts';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Picker, type PickerGroup } from '../../../ui/fields/picker.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { isSameTime, quietSentence } from './quiet-sentence.ts';

/** Returns the default quiet hours: a night in the person's own time zone. */
export const firstNight = (): QuietHours => ({
  enabled: true,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  from: '23:00',
  until: '08:00',
  mode: 'digest',
});

export function QuietSection({
  value,
  onChange,
}: {
  value: QuietHours | null;
  onChange: (value: QuietHours | null) => void;
}) {
  const t = useTranslations('servers.general');
  const locale = useLocale();
  const isOn = value?.enabled ?? false;
  return (
    <>
      <SwitchRow
        label={t('quietOn')}
        hint={quietSentence(value, t, locale)}
        checked={isOn}
        onChange={(enabled) => onChange(value ? { ...value, enabled } : firstNight())}
      />
      {value?.enabled && <Times value={value} onChange={onChange} />}
    </>
  );
}

function Times({ value, onChange }: { value: QuietHours; onChange: (value: QuietHours) => void }) {
  const t = useTranslations('servers.general');
  const set = <K extends keyof QuietHours>(key: K, next: QuietHours[K]) => onChange({ ...value, [key]: next });
  // An empty field keeps its previous time, because quiet hours need both ends.
  const setTime = (key: 'from' | 'until', next: string) => next !== '' && set(key, next);
  return (
    <div className="mt-2 grid gap-4 sm:grid-cols-2">
      <Field label={t('from')}>
        <FieldInput type="time" value={value.from} onChange={(event) => setTime('from', event.target.value)} />
      </Field>
      <Field label={t('until')} error={isSameTime(value) ? t('quiet.same') : undefined}>
        <FieldInput type="time" value={value.until} onChange={(event) => setTime('until', event.target.value)} />
      </Field>
      <Field label={t('mode')}>
        <Select
          label={t('mode')}
          value={value.mode}
          onChange={(next) => set('mode', next)}
          choices={quietModes.map((mode) => ({ value: mode, label: t(`modes.${mode}`) }))}
        />
      </Field>
    </div>
  );
}

export function ZonePicker({ value, onChange }: { value: string | null; onChange: (zone: string) => void }) {
  const t = useTranslations('servers.general');
  const groups = useMemo(() => zoneGroups(value), [value]);
  return (
    <Picker
      label={t('zone')}
      words={{ placeholder: t('zone'), search: t('zoneSearch'), empty: t('zoneEmpty') }}
      groups={groups}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}

/** Groups time zones by continent. Adds UTC and the saved zone, which the browser's list may lack. */
function zoneGroups(value: string | null): PickerGroup[] {
  const zones = [...new Set(['UTC', ...(value === null ? [] : [value]), ...Intl.supportedValuesOf('timeZone')])];
  const groups = Map.groupBy(zones, (zone) => (zone.includes('/') ? (zone.split('/')[0] ?? '') : ''));
  return [...groups].map(([group, list]) => ({
    value: group,
    items: list.map((zone) => ({
      value: zone,
      label: zoneName(zone),
      note: zone.split('/').length > 2 ? zone : undefined,
    })),
  }));
}
