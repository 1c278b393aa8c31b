'use client';

import { useLayoutEffect } from 'react';
import { firstPaintCode } from './first-paint-script.tsx';

/**
 * Next renders a missing page in the browser, where the script of the page's head does not run. Without this, the page
 * loses the theme, the width of the sidebar and the dismissed banner.
 */
export function LateFirstPaint() {
  useLayoutEffect(() => {
    if (document.documentElement.dataset.theme !== undefined) return;
    const script = document.createElement('script');
    // Every script of the page needs the same nonce.
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    script.textContent = firstPaintCode;
    document.head.append(script);
  }, []);
  return null;
}
