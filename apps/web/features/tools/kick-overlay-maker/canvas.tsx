'use client';

import { type ComponentProps, useEffect, useRef } from 'react';
import type { Context } from './paint/outline.ts';

/** Stable in its caller (`useCallback`) while its drawing stays the same. */
export type Paint = (context: Context, size: number) => void;

/** A canvas of `size` device pixels that is drawn again when `paint` changes. */
export function Canvas({
  size,
  paint,
  isLate = false,
  ...rest
}: ComponentProps<'canvas'> & {
  size: number;
  paint: Paint;
  /** True for one of many: it is drawn when the page is idle. */
  isLate?: boolean;
}) {
  const own = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const paintNow = () => {
      const context = own.current?.getContext('2d');
      if (context) paint(context, size);
    };
    if (!isLate || !('requestIdleCallback' in window)) return paintNow();
    const late = requestIdleCallback(paintNow);
    return () => cancelIdleCallback(late);
  }, [size, isLate, paint]);
  return <canvas {...rest} ref={own} width={size} height={size} />;
}
