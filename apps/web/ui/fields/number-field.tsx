'use client';

import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { duration } from '../../lib/words/format.ts';
import { Field, FieldInput } from './field.tsx';

const lengths = { seconds: 1_000, minutes: 60_000 } as const;

/** A whole number, or nothing for the default. Out of range is said, and kept as it was typed. */
export function NumberField({
  label,
  hint,
  aside,
  unit,
  value,
  fallback,
  min,
  max,
  rangeText,
  className,
  onChange,
}: {
  label: string;
  hint?: string;
  aside?: ReactNode;
  /** Of a length of time. A long one is shown in words as well: 90 minutes are 1 hour 30 minutes. */
  unit?: keyof typeof lengths | undefined;
  value: number | null;
  /** What holds while nothing is set. */
  fallback: number;
  min: number;
  max: number;
  rangeText: string;
  /** Of the input. */
  className?: string;
  onChange: (value: number | null) => void;
}) {
  const locale = useLocale();
  const isBad = value !== null && (!Number.isInteger(value) || value < min || value > max);
  const shown = value ?? fallback;
  const inWords = unit && !isBad && shown >= 60 && (
    <span className="text-muted text-small">{duration(shown * lengths[unit], locale, 'long')}</span>
  );
  return (
    <Field label={label} hint={hint} aside={aside ?? (inWords || undefined)} error={isBad ? rangeText : undefined}>
      <FieldInput
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        placeholder={String(fallback)}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        className={className}
      />
    </Field>
  );
}
