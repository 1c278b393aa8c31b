'use client';

import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react';
import type { Context } from './paint/outline.ts';

/** A canvas of `size` device pixels that is painted again whenever one of `because` has changed. */
export function Canvas({
  size,
  paint,
  because,
  isLate = false,
  ...rest
}: ComponentProps<'canvas'> & {
  size: number;
  paint: (context: Context, size: number) => void;
  because: readonly unknown[];
  /** One of many: painted when the page has nothing better to do. */
  isLate?: boolean;
}) {
  const own = useRef<HTMLCanvasElement>(null);
  const paintNow = useEffectEvent(() => {
    const context = own.current?.getContext('2d');
    if (context) paint(context, size);
  });
  useEffect(() => {
    if (!isLate || !('requestIdleCallback' in window)) return paintNow();
    const late = requestIdleCallback(() => paintNow());
    return () => cancelIdleCallback(late);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it depends on is known to the caller
  }, [size, isLate, ...because]);
  return <canvas {...rest} ref={own} width={size} height={size} />;
}
