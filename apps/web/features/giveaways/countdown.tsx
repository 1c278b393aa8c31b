'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { dateTime, duration } from '../../lib/words/format.ts';

export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** How long until a moment, by the second; the moment itself stands in the title. */
export function Countdown({ to, word }: { to: Date; word: 'endsIn' | 'startsIn' | 'claimIn' }) {
  const t = useTranslations('giveaways.when');
  const locale = useLocale();
  const left = to.getTime() - useNow();
  // Below a minute tenths of a second would flicker.
  const rest = left < 60_000 ? Math.max(1000, Math.ceil(left / 1000) * 1000) : left;
  return (
    // The server knows neither the reader's clock nor their zone.
    <time suppressHydrationWarning dateTime={to.toISOString()} title={dateTime(to, locale)} className="figures">
      {left > 0 ? t(word, { time: duration(rest, locale) }) : t(`${word}Now`)}
    </time>
  );
}
