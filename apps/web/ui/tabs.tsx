'use client';

import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { showWhole } from './show-whole.ts';

export interface Tab<V extends string> {
  value: V;
  label: ReactNode;
  /** A second line, such as the current settings. */
  note?: ReactNode;
}

/** Usage: `<Tabs tabs={…} value onChange><TabPanel value="a">…</TabPanel></Tabs>` */
export function Tabs<V extends string>({
  tabs,
  label,
  value,
  defaultValue,
  onChange,
  className,
  children,
}: {
  tabs: readonly Tab<V>[];
  label: string;
  value?: V;
  defaultValue?: V;
  onChange?: (value: V) => void;
  className?: string;
  children?: ReactNode;
}) {
  const row = useRef<HTMLDivElement>(null);
  // Scrolls to the open tab, because a URL may open the last one.
  useLayoutEffect(() => showWhole(row.current?.querySelector('[data-active]')), []);
  return (
    <Base.Root
      value={value}
      defaultValue={defaultValue ?? tabs[0]?.value}
      onValueChange={(next) => onChange?.(next as V)}
      className={className}
    >
      <Base.List ref={row} aria-label={label} className="scroll-hint -mx-1 flex gap-1 overflow-x-auto px-1 py-1">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            onFocus={({ currentTarget }) => showWhole(currentTarget)}
            className={cx(
              'inline-flex min-h-[34px] shrink-0 gap-2 rounded-control border border-transparent px-3 font-medium text-muted',
              'transition-colors duration-120 hover:text-text pointer-coarse:min-h-11',
              'data-active:border-line data-active:bg-surface data-active:text-text',
              tab.note === undefined ? 'items-center' : 'max-w-48 flex-col justify-center gap-y-0 py-1.5 text-start',
            )}
          >
            {tab.label}
            {tab.note !== undefined && (
              <span className="max-w-full truncate font-normal text-muted text-small">{tab.note}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  );
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Base.Panel value={value} className={cx('pt-4', className)}>
      {children}
    </Base.Panel>
  );
}
