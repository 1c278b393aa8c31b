'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { duration } from '../../../lib/words/format.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { rangeOf } from './draft-of.ts';
import type { FormProps } from './parts.tsx';

const sizes = { minutes: 1, hours: 60, days: 1440 } as const;
type SpanUnit = keyof typeof sizes;

/** Returns the largest unit in which this duration is a whole number. */
function unitOf(minutes: number | null): SpanUnit {
  if (minutes === null || minutes === 0 || minutes % sizes.hours !== 0) return 'minutes';
  return minutes % sizes.days === 0 ? 'days' : 'hours';
}

const MINUTE_MS = 60_000;
const units = Object.keys(sizes) as readonly SpanUnit[];

interface Props extends FormProps {
  readonly name: 'durationMinutes' | 'claimMinutes';
  readonly usual?: string;
  readonly hint?: string;
  readonly aside?: ReactNode;
  readonly disabled?: boolean;
}

/** Edits a duration as a number with a unit. The draft stores minutes. */
export function SpanField({ draft, problems, onChange, limits, name, usual, hint, aside, disabled = false }: Props) {
  const t = useTranslations('giveaways.fields');
  const locale = useLocale();
  const value = draft[name];
  const [chosen, choose] = useState<SpanUnit>(() => unitOf(value));
  // A template may contain a duration that the chosen unit cannot show.
  const unit = value !== null && value % sizes[chosen] !== 0 ? unitOf(value) : chosen;
  const { min, max } = rangeOf(name, limits);
  const written = (minutes: number) => duration(minutes * MINUTE_MS, locale, 'long');
  const isNarrow = max < rangeOf(name).max;
  const words = [hint, isNarrow ? t('spanUpTo', { most: written(max) }) : undefined].filter(Boolean).join(' ');
  return (
    <NumberField
      label={t(name)}
      hint={words === '' ? undefined : words}
      aside={aside}
      min={Math.ceil(min / sizes[unit])}
      max={Math.floor(max / sizes[unit])}
      isWrong={problems.has(name)}
      rangeText={t('spanRange', { min: written(min), max: written(max) })}
      placeholder={usual}
      value={value === null ? null : value / sizes[unit]}
      disabled={disabled}
      onChange={(next) => onChange({ [name]: next === null ? null : Math.round(next) * sizes[unit] })}
      after={
        <Select
          label={t('unitOf', { field: t(name) })}
          value={unit}
          onChange={(next) => {
            choose(next);
            if (value !== null) onChange({ [name]: (value / sizes[unit]) * sizes[next] });
          }}
          choices={units.map((each) => ({ value: each, label: t(`units.${each}`) }))}
          disabled={disabled}
          className="w-32 shrink-0"
        />
      }
    />
  );
}
