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
 * A button that is only a button until somebody wants what it opens; then the real thing is loaded and takes its
 * place, open. Menus and popovers weigh more than everything around them.
 */
export function OnDemand<P extends object>({
  load,
  props,
  kind,
  children,
}: {
  load: () => Promise<ComponentType<P>>;
  /** For the loaded component, which must open by itself when it first appears. */
  props: P;
  kind: Kind;
  children: (handlers: Handlers) => ReactElement;
}) {
  const [Loaded, setLoaded] = useState<ComponentType<P>>();
  if (Loaded) return <Loaded {...props} />;
  // The module system keeps what was fetched: pointing at it or tabbing to it is enough to be quick.
  const prefetch = () => void load();
  const want = () => void load().then((component) => setLoaded(() => component));
  return children({ onClick: want, onPointerEnter: prefetch, onFocus: prefetch, 'aria-haspopup': kind });
}
