'use client';

import { useTranslations } from 'next-intl';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

/** A placeholder for a list that is loading. */
export function Waiting() {
  const words = useTranslations('ui');
  return (
    <Loading label={words('loading')} className="grid gap-2">
      <Skeleton className="h-[84px] w-full" />
      <Skeleton className="h-[84px] w-full" />
      <Skeleton className="h-[84px] w-full" />
    </Loading>
  );
}
