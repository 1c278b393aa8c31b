'use client';

import type { ReactNode } from 'react';
import { Field, FieldInput } from './field.tsx';

/** A whole number, or nothing for the default. Out of range is said, and kept as it was typed. */
export function NumberField({
  label,
  hint,
  aside,
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
  const isBad = value !== null && (!Number.isInteger(value) || value < min || value > max);
  return (
    <Field label={label} hint={hint} aside={aside} error={isBad ? rangeText : undefined}>
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
