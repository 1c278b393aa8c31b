'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** Not the title of a skeleton, which is only to be seen. */
const heading = "h1:not([aria-hidden='true'] *)";

/**
 * Whoever follows a link that goes with its page would begin at the top of the next one: the browser puts the focus
 * nowhere. It goes to the heading of the new page, or to its place until there is one; whatever else has it keeps it.
 */
export function PageFocus() {
  const path = usePathname();
  const left = useRef(path);
  useEffect(() => {
    const main = document.querySelector('main');
    // The first page is the browser's own.
    if (left.current === path || !main) return;
    left.current = path;
    if (isSettled(main)) return;
    const watch = new MutationObserver(() => isSettled(main) && watch.disconnect());
    watch.observe(main, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [path]);
  return null;
}

/** Whether nothing is left to be done: the heading has the focus, or somebody has moved it elsewhere. */
function isSettled(main: HTMLElement): boolean {
  const now = document.activeElement;
  if (now !== null && now !== document.body && now !== main) return true;
  const title = main.querySelector<HTMLElement>(heading);
  const place = title ?? main;
  // No stop of the Tab key. It stays, for whatever gives the focus back here: a dialog that was opened by a key.
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  return title !== null;
}
