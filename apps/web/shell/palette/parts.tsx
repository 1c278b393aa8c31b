'use client';

import { Command } from 'cmdk';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

const itemClass =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 text-muted data-[selected=true]:bg-raised data-[selected=true]:text-text pointer-coarse:min-h-11';
const groupClass =
  '[&_[cmdk-group-heading]]:caps [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-faint';

/** The class of an icon that must be mirrored in right-to-left text. */
export const mirrored = 'shrink-0 rtl:-scale-x-100';

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group heading={heading} className={groupClass}>
      {children}
    </Command.Group>
  );
}

export function Item({
  value,
  icon,
  onSelect,
  children,
}: {
  /** The text to search in, which must be unique among the items. */
  value: string;
  icon: LucideIcon | ReactNode;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item value={value} onSelect={onSelect} className={itemClass}>
      {isIcon(icon) ? <Icon of={icon} className="shrink-0" /> : icon}
      {children}
    </Command.Item>
  );
}

/** Icons are components. Other values are already rendered. */
const isIcon = (icon: LucideIcon | ReactNode): icon is LucideIcon =>
  typeof icon === 'object' && icon !== null && 'render' in icon;
