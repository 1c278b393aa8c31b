'use client';

import { useEffect, useState } from 'react';
import { clock } from '../../lib/words/format.ts';

/** Shows the time since the stream started, updated every second. */
export function Uptime({ since, className }: { since: Date; className?: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span dir="ltr" className={className}>
      {clock(now - since.getTime())}
    </span>
  );
}
