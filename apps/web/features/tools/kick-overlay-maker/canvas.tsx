'use client';

import { type ComponentProps, useEffect, useRef } from 'react';
import type { Context } from './paint/outline.ts';

/** Callers must memoize this function, because the canvas redraws when it changes. */
export type Paint = (context: Context, size: number) => void;

/** A canvas of `size` device pixels, which redraws when `paint` changes. */
export function Canvas({
  size,
  paint,
  isLate = false,
  ...rest
}: ComponentProps<'canvas'> & {
  size: number;
  paint: Paint;
  /** True for one of many canvases, which draws when the page is idle. */
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
