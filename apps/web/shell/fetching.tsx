'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { Failed } from './failed.tsx';

interface Rows {
  /** Sets the height of one placeholder. */
  readonly className: string;
  readonly rows?: number;
}

interface OwnStandIn {
  readonly children: ReactNode;
}

/**
 * Shows placeholders of the final height while data loads, or the reason for a failure. Loaded data stays, even if a
 * refresh fails.
 */
export function Fetching({
  error,
  refetch,
  ...standIn
}: { readonly error: Error | null; readonly refetch: () => unknown } & (Rows | OwnStandIn)) {
  const t = useTranslations('ui');
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if ('children' in standIn) return standIn.children;
  const { className, rows = 1 } = standIn;
  return (
    <Loading label={t('loading')} className="grid gap-2">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className={cx(className, 'w-full')} />
      ))}
    </Loading>
  );
}
