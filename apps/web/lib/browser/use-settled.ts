import { useEffect, useRef, useState } from 'react';

/** While a person types, nothing is asked. */
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
    // The value itself, because dates are lost in its JSON.
    const timer = setTimeout(() => setSettled(latest.current), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now, last]);
  return settled;
}
