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
 * Renders a plain button until a press loads the real component and opens it. Menus and popovers are larger than the
 * rest of a page.
 */
export function OnDemand<P extends object>({
  load,
  props,
  kind,
  children,
}: {
  load: () => Promise<ComponentType<P>>;
  /** Props for the loaded component, which must be open at first. */
  props: P;
  kind: Kind;
  children: (handlers: Handlers) => ReactElement;
}) {
  const [Loaded, setLoaded] = useState<ComponentType<P>>();
  if (Loaded) return <Loaded {...props} />;
  // Preloads on hover or focus. Modules stay loaded, so the press is fast.
  const prefetch = () => void load();
  const want = () => void load().then((component) => setLoaded(() => component));
  return children({ onClick: want, onPointerEnter: prefetch, onFocus: prefetch, 'aria-haspopup': kind });
}
