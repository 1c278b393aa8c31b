'use client';

import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';

/** A named group that can be folded. This browser stores which groups are folded. */
export function Group({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  const id = useId();
  const [closed, remember] = useRemembered(memories.closedGroups);
  const isClosed = closed[name] === true;
  return (
    <div className="mt-3">
      <button
        type="button"
        aria-expanded={!isClosed}
        aria-controls={id}
        onClick={() => remember({ ...closed, [name]: !isClosed })}
        className="flex h-8 w-full items-center justify-between gap-2 rounded-control px-2.5 text-faint whitespace-nowrap hover:text-text collapsed:justify-center collapsed:px-0"
      >
        <span className="caps truncate collapsed:sr-only">{label}</span>
        <Icon
          of={ChevronDown}
          size={14}
          className={cx('shrink-0 transition-transform duration-140', isClosed && '-rotate-90 rtl:rotate-90')}
        />
      </button>
      <div id={id} hidden={isClosed}>
        {children}
      </div>
    </div>
  );
}
