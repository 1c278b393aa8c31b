'use client';

import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { cx } from '../cx.ts';
import { floatingClass } from './menu.tsx';

export function Popover({
  trigger,
  align = 'end',
  defaultOpen = false,
  open,
  onOpenChange,
  initialFocus,
  className,
  children,
}: {
  trigger: ReactElement;
  align?: 'start' | 'center' | 'end';
  defaultOpen?: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The element to focus on opening, instead of the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root open={open} defaultOpen={defaultOpen} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            className={cx(floatingClass, 'origin-(--transform-origin)', className)}
            {...(initialFocus ? { initialFocus } : {})}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export { Base as PopoverParts };
