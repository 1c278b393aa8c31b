'use client';

import { type ReactNode, useDeferredValue } from 'react';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';

/**
 * The page hydrates after the layout, which may have filled the query cache by then, so the page would differ from the
 * server's. Both therefore start with the fallback.
 */
export function WhenHydrated({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  // React renders a store update in one go, which keeps a phone from responding to touch. A deferred value renders in
  // slices. After a navigation there is no hydration, so the page appears immediately.
  return useDeferredValue(useIsHydrated()) ? children : fallback;
}
