'use client';

import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { floatingClass } from '../layers/menu.tsx';
import { inputClass, mostLetters } from './input.tsx';

export interface PickerChoice {
  value: string;
  label: string;
  /** Other words that find this choice. */
  alias?: string;
  icon?: ReactNode;
  /** A note below the label, such as why it cannot be chosen. */
  note?: ReactNode;
  /** Content at the end of the line, such as a badge. */
  aside?: ReactNode;
  disabled?: boolean;
}

export interface PickerGroup {
  /** The heading of the group. */
  value: string;
  items: readonly PickerChoice[];
}

/** Picks one of many choices, which typing narrows down. */
export function Picker({
  label,
  words,
  groups,
  value,
  onChange,
  disabled = false,
  isInvalid = false,
  most,
}: {
  label: string;
  words: { placeholder: string; search: string; empty: string };
  groups: readonly PickerGroup[];
  value: string | null;
  onChange: (value: string | null) => void;
  disabled?: boolean;
  isInvalid?: boolean;
  /** The maximum number of rendered choices. Typing finds the others. */
  most?: number;
}) {
  const chosen = groups.flatMap((group) => group.items).find((item) => item.value === value) ?? null;
  return (
    <Base.Root
      items={groups}
      value={chosen}
      onValueChange={(next: PickerChoice | null) => onChange(next?.value ?? null)}
      itemToStringLabel={({ label: name, alias = '' }: PickerChoice) => `${name} ${alias}`.trim()}
      isItemEqualToValue={(one: PickerChoice, other: PickerChoice) => one.value === other.value}
      disabled={disabled}
      {...(most === undefined ? {} : { limit: most })}
      autoHighlight
    >
      <Base.Trigger
        aria-label={chosen ? `${label}: ${chosen.label}` : label}
        aria-invalid={isInvalid || undefined}
        className={cx(inputClass, 'flex h-control items-center justify-between gap-2 text-start')}
      >
        <span className="flex min-w-0 items-center gap-2">
          {chosen?.icon}
          <bdi className={cx('truncate', !chosen && 'text-faint')}>{chosen?.label ?? words.placeholder}</bdi>
        </span>
        <Icon of={ChevronsUpDown} size={14} className="shrink-0 text-muted" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className={cx(floatingClass, 'w-(--anchor-width) min-w-64 origin-(--transform-origin)')}>
            <div className="flex items-center gap-2.5 border-b border-line px-3">
              <Icon of={Search} className="shrink-0 text-muted" />
              <Base.Input
                placeholder={words.search}
                maxLength={mostLetters.search}
                aria-label={words.search}
                // Removes the label of a surrounding field from the search box.
                aria-labelledby={undefined}
                className="h-control min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-faint pointer-coarse:text-lead"
              />
            </div>
            <Base.Empty className="px-3 py-4 text-muted empty:hidden">{words.empty}</Base.Empty>
            <Base.List className="max-h-[min(300px,calc(var(--available-height)-52px))] overflow-y-auto p-1.5 empty:hidden">
              {(group: PickerGroup) => (
                <Base.Group key={group.value} items={group.items}>
                  {group.value !== '' && (
                    <Base.GroupLabel className="caps flex px-2.5 pt-2 pb-1 text-faint">
                      <bdi className="truncate">{group.value}</bdi>
                    </Base.GroupLabel>
                  )}
                  <Base.Collection>{(item: PickerChoice) => <Item key={item.value} item={item} />}</Base.Collection>
                </Base.Group>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Item({ item }: { item: PickerChoice }) {
  return (
    <Base.Item
      value={item}
      disabled={item.disabled}
      className="flex min-h-[34px] items-center gap-2.5 rounded-[8px] px-2.5 py-1 outline-none select-none data-disabled:text-faint data-highlighted:bg-raised pointer-coarse:min-h-11"
    >
      {item.icon}
      <span className="min-w-0 flex-1">
        {/* Truncates at the end of the text in any page direction. */}
        <span className="flex">
          <bdi className="truncate">{item.label}</bdi>
        </span>
        {item.note !== undefined && <span className="block text-muted text-small">{item.note}</span>}
      </span>
      {item.aside}
      <Base.ItemIndicator>
        <Icon of={Check} size={14} />
      </Base.ItemIndicator>
    </Base.Item>
  );
}
