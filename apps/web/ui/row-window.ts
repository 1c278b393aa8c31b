'use client';

import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Lists with at least this many rows render only the visible ones. */
export const MANY_ROWS = 200;

/** On wide screens, the main area of the dashboard scrolls. Elsewhere, the page scrolls. */
const query = '(min-width: 64rem)';
const scrollingElement = () => {
  const main = window.matchMedia(query).matches ? document.getElementById('content') : null;
  return main && getComputedStyle(main).overflowY !== 'visible' ? main : null;
};
const watchWidth = (onChange: () => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
};

/** Returns the distance from the scroller's top to the list, which changes with the content above it. */
function useOffset(list: RefObject<HTMLElement | null>, scroller: HTMLElement | null, isOn: boolean): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    // Short lists skip this measurement, which forces a layout of the whole page.
    if (!isOn) return;
    const measure = () => {
      if (!list.current) return;
      const above = scroller ? scroller.getBoundingClientRect().top - scroller.scrollTop : -window.scrollY;
      setOffset(Math.round(list.current.getBoundingClientRect().top - above));
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (list.current?.parentElement) observer.observe(list.current.parentElement);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [list, scroller, isOn]);
  return offset;
}

/** Returns the visible rows of a long list with their positions. Inactive below `MANY_ROWS`. */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  about: { readonly keys: readonly string[]; readonly rowHeight: number; readonly isOn?: boolean },
) {
  const { keys, rowHeight, isOn = keys.length > MANY_ROWS } = about;
  const scroller = useSyncExternalStore(watchWidth, scrollingElement, () => null);
  const scrollMargin = useOffset(list, scroller, isOn);
  const options = {
    count: keys.length,
    estimateSize: () => rowHeight,
    getItemKey: (index: number) => keys[index] ?? index,
    overscan: 8,
    scrollMargin,
    // The header covers this many pixels.
    scrollPaddingStart: 72,
    scrollPaddingEnd: 96,
  };
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here and at once, never kept
  const inMain = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...options,
    getScrollElement: () => scroller,
    enabled: isOn && scroller !== null,
  });
  const inWindow = useWindowVirtualizer<HTMLLIElement>({ ...options, enabled: isOn && scroller === null });
  const virtualizer = scroller ? inMain : inWindow;
  return {
    isOn,
    height: virtualizer.getTotalSize(),
    items: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - scrollMargin })),
    measure: virtualizer.measureElement,
    scrollTo: (index: number) => isOn && virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}
