'use client';

import { type ReactNode, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * The page streams in after the shell and is hydrated after it: by then the shell has often filled the query cache,
 * and the page would not be what the server drew. So both begin with the fallback.
 */
export function WhenHydrated({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isHydrated ? children : fallback;
}
