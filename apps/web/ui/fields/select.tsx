'use client';

import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { floatingClass } from '../layers/menu.tsx';
import { selectClass } from './input.tsx';

export interface Choice<V extends string> {
  value: V;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** Text below the label, for example why the choice is not possible. */
  hint?: string;
}

export interface SelectProps<V extends string> {
  label: string;
  choices: readonly Choice<V>[];
  value: V;
  onChange: (value: V) => void;
  disabled?: boolean;
  className?: string;
  defaultOpen?: boolean;
}

/** Selects one of a few options. Use Base UI's combobox for long lists with search. */
export function Select<V extends string>({
  label,
  choices,
  value,
  onChange,
  disabled,
  className,
  defaultOpen,
}: SelectProps<V>) {
  return (
    <Base.Root
      items={choices.map(({ value: each, label: text }) => ({ value: each, label: text }))}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      defaultOpen={defaultOpen}
    >
      <Base.Trigger aria-label={label} className={cx(selectClass, className)}>
        <Base.Value className="truncate" />
        <Base.Icon className="text-muted">
          <Icon of={ChevronsUpDown} size={14} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup
            className={cx(
              floatingClass,
              'max-h-[min(320px,var(--available-height))] min-w-(--anchor-width) overflow-y-auto p-1.5',
            )}
          >
            {choices.map((choice) => (
              <Base.Item
                key={choice.value}
                value={choice.value}
                disabled={choice.disabled}
                className="flex min-h-[34px] items-center gap-2.5 rounded-[8px] px-2.5 outline-none select-none data-disabled:text-faint data-highlighted:bg-raised pointer-coarse:min-h-11"
              >
                {choice.icon}
                <span className="min-w-0 flex-1 py-1">
                  <Base.ItemText className="flex min-w-0">
                    <bdi className="truncate">{choice.label}</bdi>
                  </Base.ItemText>
                  {choice.hint !== undefined && (
                    <span className="block max-w-56 text-muted text-small">{choice.hint}</span>
                  )}
                </span>
                <Base.ItemIndicator>
                  <Icon of={Check} size={14} />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
