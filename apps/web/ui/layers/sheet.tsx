'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Backdrop } from './dialog.tsx';

/** A panel that slides in from an edge, such as the mobile menu. `side` follows the reading direction. */
export function Sheet({
  label,
  side = 'start',
  trigger,
  open,
  onOpenChange,
  initialFocus,
  className,
  children,
}: {
  label: string;
  side?: 'start' | 'end';
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The element to focus on opening, instead of the first control. */
  initialFocus?: ComponentProps<typeof Base.Popup>['initialFocus'];
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Backdrop />
        <Base.Popup
          aria-label={label}
          initialFocus={initialFocus}
          className={cx(
            'fixed inset-y-0 z-50 flex w-[min(340px,calc(100vw-48px))] flex-col overflow-y-auto border-line bg-ground transition-transform duration-160 ease-out',
            side === 'start'
              ? 'start-0 border-e data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full'
              : 'end-0 border-s data-ending-style:translate-x-full data-starting-style:translate-x-full rtl:data-ending-style:-translate-x-full rtl:data-starting-style:-translate-x-full',
            className,
          )}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export { Base as SheetParts };
