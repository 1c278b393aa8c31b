'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** Ignores the title of a skeleton, which is only visual. */
const heading = "h1:not([aria-hidden='true'] *)";

/**
 * Moves the focus to the new page's heading after navigation, or to its place until there is one. Otherwise the focus
 * would be lost with the followed link, and the keyboard would start at the top. An element that already has the focus
 * keeps it.
 */
export function PageFocus() {
  const path = usePathname();
  const left = useRef(path);
  useEffect(() => {
    const main = document.querySelector('main');
    // The browser sets the focus on the first page.
    if (left.current === path || !main) return;
    left.current = path;
    if (isSettled(main)) return;
    const watch = new MutationObserver(() => isSettled(main) && watch.disconnect());
    watch.observe(main, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [path]);
  return null;
}

/** True if the heading has the focus, or the person has moved it elsewhere. */
function isSettled(main: HTMLElement): boolean {
  const now = document.activeElement;
  if (now !== null && now !== document.body && now !== main) return true;
  const title = main.querySelector<HTMLElement>(heading);
  const place = title ?? main;
  // Not a Tab stop, but focusable: a dialog opened by keyboard may return the focus to it.
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  return title !== null;
}
