'use client';

import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** From this number on, only visible rows are rendered. */
export const MANY_ROWS = 200;

/** On wide screens the main area of the dashboard scrolls; on narrow ones, and on public pages, the page. */
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

/** The distance from the scroller's top to the list. It changes when something above it grows. */
function useOffset(list: RefObject<HTMLElement | null>, scroller: HTMLElement | null, isOn: boolean): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    // Measuring forces a layout of the whole page, which a short list does not need.
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

/** The visible rows of a long list and their positions. Inactive below `MANY_ROWS`. */
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
    // Content under the header is hidden.
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
