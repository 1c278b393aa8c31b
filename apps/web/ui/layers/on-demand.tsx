'use client';

import { type ComponentType, type ReactElement, useState } from 'react';

type Kind = 'dialog' | 'menu' | 'listbox';

interface Handlers {
  onClick: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
  'aria-haspopup': Kind;
}

/**
 * A plain button until its content is needed; then the real component loads and replaces it, open. Menus and popovers
 * are larger than everything around them.
 */
export function OnDemand<P extends object>({
  load,
  props,
  kind,
  children,
}: {
  load: () => Promise<ComponentType<P>>;
  /** Props for the loaded component, which must open when it first appears. */
  props: P;
  kind: Kind;
  children: (handlers: Handlers) => ReactElement;
}) {
  const [Loaded, setLoaded] = useState<ComponentType<P>>();
  if (Loaded) return <Loaded {...props} />;
  // Modules stay loaded, so prefetching on hover or focus makes the press quick.
  const prefetch = () => void load();
  const want = () => void load().then((component) => setLoaded(() => component));
  return children({ onClick: want, onPointerEnter: prefetch, onFocus: prefetch, 'aria-haspopup': kind });
}
