import type { ReactNode } from 'react';

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="figures rounded-mark border border-line px-1.5 py-0.5 text-[11px] text-muted leading-none whitespace-nowrap">
      {children}
    </kbd>
  );
}
