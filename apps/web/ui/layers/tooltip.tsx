'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

/** A short text for an icon. The trigger needs its own accessible name, because touch never shows tooltips. */
export function Tooltip({
  text,
  side = 'bottom',
  disabled = false,
  children,
}: {
  text: ReactNode;
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end';
  disabled?: boolean;
  children: ReactElement;
}) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} delay={350} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="rounded-[8px] bg-ink px-2.5 py-1.5 font-medium text-on-ink text-small shadow-float float-in">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
