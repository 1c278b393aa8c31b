import { useEffect, useRef, useState } from 'react';

/** Nothing is requested during typing. */
const PAUSE_MS = 350;

/** The value once it has not changed for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const latest = useRef(value);
  const [now, last] = [JSON.stringify(value), JSON.stringify(settled)];
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(() => {
    if (now === last) return;
    // Keeps the value itself, because JSON would lose dates.
    const timer = setTimeout(() => setSettled(latest.current), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now, last]);
  return settled;
}
