'use client';

import { useLayoutEffect } from 'react';
import { firstPaintCode } from './first-paint-script.tsx';

/**
 * Sets theme, sidebar width and dismissed banner on missing pages, which Next renders in the browser without running
 * the script in the page's head.
 */
export function LateFirstPaint() {
  useLayoutEffect(() => {
    if (document.documentElement.dataset.theme !== undefined) return;
    const script = document.createElement('script');
    // Every script of the page has the same nonce.
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    script.textContent = firstPaintCode;
    document.head.append(script);
  }, []);
  return null;
}
