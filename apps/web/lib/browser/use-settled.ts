import { useEffect, useRef, useState } from 'react';

/** The pause in typing before a request. */
const PAUSE_MS = 350;

/** Returns the value once it has stopped changing. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const latest = useRef(value);
  const [now, last] = [JSON.stringify(value), JSON.stringify(settled)];
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(() => {
    if (now === last) return;
    // Stores the value itself, because JSON would lose dates.
    const timer = setTimeout(() => setSettled(latest.current), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now, last]);
  return settled;
}
