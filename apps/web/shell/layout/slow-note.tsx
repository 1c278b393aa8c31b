'use client';

import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';

const SLOW_AFTER_MS = 3000;

/** Shown if skeletons stay longer than people expect, because a query is slow. */
export function SlowNote() {
  const t = useTranslations('ui');
  const cache = useQueryClient().getQueryCache();
  const isAsking = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  // Measures the longest query, because many short ones in a row are not slow.
  const waiting = isAsking ? cache.findAll({ predicate: ({ state }) => isWaiting(state) })[0]?.queryHash : undefined;
  const [slow, setSlow] = useState<string>();
  useEffect(() => {
    if (waiting === undefined) return;
    const timer = setTimeout(() => setSlow(waiting), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  const isSlow = waiting !== undefined && waiting === slow;
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-6 z-40 flex justify-center px-4">
      {isSlow && (
        <span className="rounded-card border border-line bg-raised px-3.5 py-2 text-small shadow-float">
          {t('slow')}
        </span>
      )}
    </output>
  );
}

const isWaiting = ({ status, fetchStatus }: { status: string; fetchStatus: string }): boolean =>
  status === 'pending' && fetchStatus !== 'idle';
