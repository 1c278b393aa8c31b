'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and while its page wakes up, so that both draw the same; true for all that appears later. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
