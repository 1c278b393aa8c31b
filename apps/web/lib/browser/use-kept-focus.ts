import { useEffect, useRef } from 'react';

/**
 * Moves the focus when the focused element of a part disappears: to the same `data-item`, to a new `output`, which
 * screen readers then read, or to the first control. Otherwise Tab would start again at the top of the page.
 */
export function useKeptFocus() {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let last: HTMLElement | null = null;
    let item: string | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      last = target as HTMLElement;
      item = last.closest<HTMLElement>('[data-item]')?.dataset['item'];
    };
    const observer = new MutationObserver((changes) => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((each) => each instanceof HTMLElement);
      const same = part.current?.querySelector<HTMLElement>(`[data-item="${item}"]`);
      const places = same ? [same] : [...added, part.current];
      const find = (wanted: string) =>
        places
          .map((each) => (each?.matches(wanted) ? each : each?.querySelector<HTMLElement>(wanted)))
          .find((each) => each?.isConnected);
      const next = find('output') ?? find('input, button, a') ?? same;
      if (next && next.tabIndex < 0) next.tabIndex = -1;
      next?.focus();
    });
    const node = part.current;
    node?.addEventListener('focusin', onFocus);
    if (node) observer.observe(node, { childList: true, subtree: true });
    return () => {
      node?.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
  return part;
}
