'use client';

import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { duration } from '../../lib/words/format.ts';
import { Field, FieldInput } from './field.tsx';

const lengths = { seconds: 1_000, minutes: 60_000 } as const;

/** An integer field; empty means the default. A value out of range shows an error and keeps the typed text. */
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
  isWrong = false,
  placeholder,
  disabled = false,
  className,
  after,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  aside?: ReactNode;
  /** The unit of a duration. Long durations are also shown in words: 90 minutes are 1 hour 30 minutes. */
  unit?: keyof typeof lengths | undefined;
  value: number | null;
  /** The value if nothing is set. */
  fallback?: number;
  min: number;
  max: number;
  rangeText: string;
  /** True if the value is in range but conflicts with another one. */
  isWrong?: boolean;
  /** Defaults to the fallback. */
  placeholder?: string | undefined;
  disabled?: boolean;
  /** Attributes of the input. */
  className?: string;
  /** Content beside the input, such as a choice of units. */
  after?: ReactNode;
  onChange: (value: number | null) => void;
}) {
  const locale = useLocale();
  const isBad = isWrong || (value !== null && (!Number.isInteger(value) || value < min || value > max));
  const shown = value ?? fallback;
  const inWords = unit && !isBad && shown !== undefined && shown >= 60 && (
    <span className="text-muted text-small">{duration(shown * lengths[unit], locale, 'long')}</span>
  );
  return (
    <Field label={label} hint={hint} aside={aside ?? (inWords || undefined)} error={isBad ? rangeText : undefined}>
      <div className="flex gap-2">
        <FieldInput
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          placeholder={placeholder ?? fallback?.toString()}
          value={value === null || Number.isNaN(value) ? '' : value}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
          className={className}
        />
        {after}
      </div>
    </Field>
  );
}
