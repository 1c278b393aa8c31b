import { useEffect, useState } from 'preact/hooks';
import { simNow, useApp } from './store.ts';

/** Returns the simulated time every second. */
export function useNow(): Date {
  useApp((state) => state.clockOffset);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return simNow();
}
