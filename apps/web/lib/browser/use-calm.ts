'use client';

import { useEffect, useState } from 'react';

const CALM_MS = 350;

/** Returns the value after a pause in changes, which avoids requests during typing. */
export function useCalm<T>(value: T): T {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), CALM_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return calm;
}
