'use client';

import { type ReactNode, useDeferredValue } from 'react';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';

/**
 * The page streams in after the shell and is hydrated after it. By then the shell has often filled the query cache, so
 * the page would differ from what the server rendered. Therefore both begin with the fallback.
 */
export function WhenHydrated({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  // React catches up with a store in one go, and rendering a whole page in one go keeps a phone from responding to
  // touch. A deferred value is rendered in slices. After a navigation nothing is hydrated, so the page is there at
  // once.
  return useDeferredValue(useIsHydrated()) ? children : fallback;
}
