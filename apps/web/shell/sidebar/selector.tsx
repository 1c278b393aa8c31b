'use client';

import { OnDemand } from '../../ui/layers/on-demand.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { useSelection } from './selection.ts';
import { cardClass, SelectorButton } from './selector-button.tsx';

const loadPicker = async () => (await import('./picker.tsx')).Picker;

/** What the sidebar is about, and the way to choose something else. */
export function Selector(chosen: ReturnType<typeof useSelection>) {
  if (chosen.isLoading) {
    return (
      <div className={cardClass} aria-hidden>
        <Skeleton className="size-[25px] rounded-[7px]" />
        <span className="flex-1 space-y-1.5 collapsed:hidden">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3 w-36" />
        </span>
      </div>
    );
  }
  return (
    <OnDemand kind="menu" load={loadPicker} props={chosen}>
      {(handlers) => <SelectorButton selection={chosen.selection} {...handlers} />}
    </OnDemand>
  );
}
