'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AccessDenied } from '../../../shell/access-denied.tsx';
import { Failed } from '../../../shell/failed.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { meQuery } from '../../account/api.ts';

/** The API refuses everybody else anyway; this says so before anything is asked for. */
export function DevGate({ children }: { children: ReactNode }) {
  const ui = useTranslations('ui');
  const me = useQuery(meQuery());
  if (me.isPending) {
    return (
      <Loading label={ui('loading')}>
        <Skeleton className="h-9 w-56" />
        <Skeleton className="mt-6 h-64 w-full" />
      </Loading>
    );
  }
  if (!me.data) return <Failed error={me.error} onRetry={() => void me.refetch()} />;
  return me.data.isDev ? children : <AccessDenied />;
}
