'use client';

import { useTranslations } from 'next-intl';
import { cx } from '../ui/cx.ts';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { Failed } from './failed.tsx';

/** In the place of what is not there yet: a stand-in as high as it will be, or why it could not be fetched. */
export function Fetching({
  error,
  refetch,
  className,
}: {
  error: Error | null;
  refetch: () => unknown;
  /** How high it will be. */
  className: string;
}) {
  const t = useTranslations('ui');
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Loading label={t('loading')}>
      <Skeleton className={cx(className, 'w-full')} />
    </Loading>
  );
}
