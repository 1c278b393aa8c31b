'use client';

import { useEffect, useState } from 'react';

const CALM_MS = 350;

/** The value once nobody has changed it for a moment: nothing is asked for while it is still being typed. */
export function useCalm<T>(value: T): T {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), CALM_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return calm;
}
