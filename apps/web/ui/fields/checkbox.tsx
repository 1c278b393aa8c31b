'use client';

import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';

export function Checkbox({
  label,
  checked,
  isMixed = false,
  onChange,
  disabled,
}: {
  label: string;
  checked: boolean;
  isMixed?: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      indeterminate={isMixed}
      onCheckedChange={(next) => onChange(next)}
      disabled={disabled}
      className="relative inline-flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-control bg-ground text-on-ink transition-colors duration-120 after:absolute after:-inset-2.5 data-checked:border-ink data-checked:bg-ink data-indeterminate:border-ink data-indeterminate:bg-ink data-disabled:opacity-50"
    >
      <Base.Indicator className="flex">
        {isMixed ? <Minus size={12} strokeWidth={3} aria-hidden /> : <Check size={12} strokeWidth={3} aria-hidden />}
      </Base.Indicator>
    </Base.Root>
  );
}

/** A group of checkboxes that keeps its values in their own order. */
export function Checkboxes<V extends string>({
  title,
  values,
  chosen,
  labelOf,
  onChange,
  children,
}: {
  title: string;
  values: readonly V[];
  chosen: readonly V[];
  labelOf: (value: V) => string;
  onChange: (chosen: V[]) => void;
  /** Content below the checkboxes. */
  children?: ReactNode;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">{title}</legend>
      {values.map((value) => (
        <div key={value} className="flex min-h-9 items-center gap-3">
          <Checkbox
            label={labelOf(value)}
            checked={chosen.includes(value)}
            onChange={(isOn) => onChange(values.filter((each) => (each === value ? isOn : chosen.includes(each))))}
          />
          <span aria-hidden>{labelOf(value)}</span>
        </div>
      ))}
      {children}
    </fieldset>
  );
}
