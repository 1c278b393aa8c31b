'use client';

import { ChevronsUpDown } from 'lucide-react';
import type { ComponentType } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { OnDemand } from '../layers/on-demand.tsx';
import { selectClass } from './input.tsx';
import type { SelectProps } from './select.tsx';

const load = async <V extends string>(): Promise<ComponentType<SelectProps<V>>> =>
  (await import('./select.tsx')).Select;

/** A select for pages that must stay small. Its list loads on demand. */
export function LateSelect<V extends string>(props: SelectProps<V>) {
  const { label, choices, value, disabled, className } = props;
  const chosen = choices.find((choice) => choice.value === value)?.label ?? '';
  return (
    <OnDemand load={load<V>} props={{ ...props, defaultOpen: true }} kind="listbox">
      {(handlers) => (
        <button
          type="button"
          aria-label={`${label}: ${chosen}`}
          disabled={disabled}
          className={cx(selectClass, className)}
          {...handlers}
        >
          <span className="truncate">{chosen}</span>
          <Icon of={ChevronsUpDown} size={14} className="text-muted" />
        </button>
      )}
    </OnDemand>
  );
}
