'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Failed } from '../../shell/failed.tsx';
import { meQuery } from '../../shell/me.ts';
import { AccessDenied } from '../../shell/screens/access-denied.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const may = {
  dev: ({ isDev }) => isDev,
  staff: ({ isStaff, isDev }) => isStaff || isDev,
} as const satisfies Record<string, (me: CurrentUser) => boolean>;

/** Shows the staff area to staff only. The API refuses other people anyway; this avoids the calls. */
export function AdminGate({ who, children }: { who: keyof typeof may; children: ReactNode }) {
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
  return may[who](me.data) ? children : <AccessDenied />;
}
