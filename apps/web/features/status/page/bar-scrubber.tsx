'use client';

import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useIsHydrated } from '../../../lib/browser/use-is-hydrated.ts';
import { cx } from '../../../ui/cx.ts';

/**
 * Explains a bar to people who use a pointer, a finger or arrow keys, with an invisible slider over the bars. The text
 * comes from the bars' titles, which also work without scripts.
 */
export function BarScrubber({
  label,
  count,
  from,
  until,
  className,
  children,
}: {
  label: string;
  count: number;
  from: string;
  until: string;
  className?: string;
  /** The bars, each with a title. */
  children: ReactNode;
}) {
  const bars = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState('');
  const isHydrated = useIsHydrated();
  const show = (place: number) => setShown(bars.current?.children[place]?.getAttribute('title') ?? '');
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLInputElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const along = (clientX - left) / width;
    const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
    show(Math.min(count - 1, Math.max(0, Math.floor((isRtl ? 1 - along : along) * count))));
  };
  return (
    <>
      <div className="relative rounded-[2px] has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
        <div ref={bars} className={cx('flex', className)}>
          {children}
        </div>
        {isHydrated && (
          <input
            type="range"
            min={0}
            max={count - 1}
            defaultValue={count - 1}
            aria-label={label}
            aria-valuetext={shown}
            onChange={(event) => show(Number(event.currentTarget.value))}
            onFocus={(event) => show(Number(event.currentTarget.value))}
            onBlur={() => setShown('')}
            onPointerMove={follow}
            onPointerLeave={() => setShown('')}
            className="absolute inset-0 h-full w-full cursor-crosshair opacity-0 pointer-coarse:-top-1.5 pointer-coarse:h-11"
          />
        )}
      </div>
      <p className="figures mt-1 flex min-h-[19px] justify-between text-muted text-small">
        {shown === '' ? (
          <>
            <span>{from}</span>
            <span>{until}</span>
          </>
        ) : (
          <span className="w-full text-center text-text">{shown}</span>
        )}
      </p>
    </>
  );
}
