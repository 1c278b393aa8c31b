'use client';

import { useTranslations } from 'next-intl';
import { momentOf, wallOf } from '../../lib/wall-time.ts';
import { DayPicker } from './day-picker.tsx';
import { Input } from './input.tsx';
import { Labelled } from './labelled.tsx';

/** Picks a day and a time in a time zone. */
export function MomentPicker({
  label,
  zone,
  value,
  hint,
  error,
  onChange,
}: {
  label: string;
  zone: string;
  value: Date;
  hint?: string | undefined;
  error?: string | undefined;
  onChange: (at: Date) => void;
}) {
  const t = useTranslations('ui.calendar');
  const [day = '', time = ''] = wallOf(zone, value).split('T');
  const change = (wall: string) => {
    const at = momentOf(zone, wall);
    if (at) onChange(at);
  };
  return (
    <Labelled label={label} hint={hint} error={error}>
      <div className="flex gap-2">
        <DayPicker label={label} value={day} zone={zone} isAhead onChange={(next) => change(`${next}T${time}`)} />
        <Input
          type="time"
          aria-label={t('timeOf', { label })}
          aria-invalid={error !== undefined}
          value={time}
          onChange={({ target }) => change(`${day}T${target.value}`)}
          className="w-32 shrink-0"
        />
      </div>
    </Labelled>
  );
}
