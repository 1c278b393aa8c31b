'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and during hydration, so both render the same. True for components that mount later. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
