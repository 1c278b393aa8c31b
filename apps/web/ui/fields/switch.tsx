'use client';

import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
}

export function Switch({
  checked,
  onChange,
  ...rest
}: SwitchProps & { 'aria-label'?: string; 'aria-labelledby'?: string; 'aria-describedby'?: string }) {
  return (
    <Base.Root
      {...rest}
      checked={checked}
      onCheckedChange={(next) => onChange(next)}
      className={cx(
        'relative inline-flex h-[22px] w-[38px] shrink-0 rounded-full border border-control bg-raised transition-colors duration-140',
        'data-checked:border-ink data-checked:bg-ink data-disabled:opacity-50',
        // Enlarges the touch area beyond the visible switch.
        'after:absolute after:-inset-x-2.5 after:-inset-y-3',
      )}
    >
      <Base.Thumb
        className={cx(
          'm-[3px] size-3.5 rounded-full bg-muted transition-transform duration-140 ease-out',
          'data-checked:translate-x-4 data-checked:bg-on-ink rtl:data-checked:-translate-x-4',
        )}
      />
    </Base.Root>
  );
}

/** A switch with a sentence. The whole row is its label. */
export function SwitchRow({
  label,
  hint,
  aside,
  ...rest
}: SwitchProps & { label: ReactNode; hint?: ReactNode; aside?: ReactNode }) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <div id={`${id}-label`} className="flex flex-wrap items-center gap-x-2 font-medium">
          {label}
          {aside}
        </div>
        {hint !== undefined && (
          <div id={`${id}-hint`} className="text-muted text-small">
            {hint}
          </div>
        )}
      </div>
      <Switch
        {...rest}
        aria-labelledby={`${id}-label`}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
      />
    </div>
  );
}
