'use client';

import { type ReactNode, useDeferredValue } from 'react';
import { useIsHydrated } from '../lib/use-is-hydrated.ts';

/**
 * The page streams in after the shell and is hydrated after it: by then the shell has often filled the query cache,
 * and the page would not be what the server drew. So both begin with the fallback.
 */
export function WhenHydrated({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  // A store is always caught up with in one go, and a whole page in one go keeps a phone from hearing a touch. Deferred,
  // it is drawn in slices. Who comes from another page hydrates nothing, and has it at once.
  return useDeferredValue(useIsHydrated()) ? children : fallback;
}
