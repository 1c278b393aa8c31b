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

/** Counts down to the second. The tooltip shows the exact time. */
export function Countdown({ to, word }: { to: Date; word: 'endsIn' | 'startsIn' | 'claimIn' }) {
  const t = useTranslations('giveaways.when');
  const locale = useLocale();
  const left = to.getTime() - useNow();
  // Rounded to whole seconds, because tenths would flicker below a minute.
  const rest = left < 60_000 ? Math.max(1000, Math.ceil(left / 1000) * 1000) : left;
  return (
    // The server does not know the reader's clock or time zone.
    <time suppressHydrationWarning dateTime={to.toISOString()} title={dateTime(to, locale)} className="figures">
      {left > 0 ? t(word, { time: duration(rest, locale) }) : t(`${word}Now`)}
    </time>
  );
}
