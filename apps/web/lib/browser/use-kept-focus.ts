import { useEffect, useRef } from 'react';

/**
 * Moves the focus when the focused element disappears: to the same `data-item`, to a new `output` that screen readers
 * announce, or to the first control. Otherwise Tab would start again at the top of the page. An output that arrives a
 * moment later gets the focus, too, unless the person has already pressed a key.
 */
export function useKeptFocus() {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let last: HTMLElement | null = null;
    let item: string | undefined;
    /** The control that has the focus until an output arrives. */
    let stopgap: HTMLElement | null = null;
    const onKey = () => {
      stopgap = null;
    };
    const onFocus = ({ target }: FocusEvent) => {
      last = target as HTMLElement;
      item = last.closest<HTMLElement>('[data-item]')?.dataset['item'];
    };
    const observer = new MutationObserver((changes) => {
      const isWaiting = stopgap !== null && document.activeElement === stopgap;
      const isLost = last !== null && !last.isConnected && document.activeElement === document.body;
      if (!isWaiting && !isLost) return;
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((each) => each instanceof HTMLElement);
      const same = part.current?.querySelector<HTMLElement>(`[data-item="${item}"]`);
      const places = isWaiting ? added : same ? [same] : [...added, part.current];
      const find = (wanted: string) =>
        places
          .map((each) => (each?.matches(wanted) ? each : each?.querySelector<HTMLElement>(wanted)))
          .find((each) => each?.isConnected);
      const output = find('output');
      if (isWaiting && !output) return;
      const next = output ?? find('input, button, a') ?? same;
      stopgap = output ? null : (next ?? null);
      if (next && next.tabIndex < 0) next.tabIndex = -1;
      next?.focus();
    });
    const node = part.current;
    node?.addEventListener('focusin', onFocus);
    node?.addEventListener('keydown', onKey);
    if (node) observer.observe(node, { childList: true, subtree: true });
    return () => {
      node?.removeEventListener('focusin', onFocus);
      node?.removeEventListener('keydown', onKey);
      observer.disconnect();
    };
  }, []);
  return part;
}
