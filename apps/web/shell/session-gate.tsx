'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { isSessionError } from '../lib/live/query-client.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { meQuery } from './me.ts';

/**
 * Asks people to log in if the token is invalid before the page has shown anything. If a session ends later, the page
 * stays, because it may contain an unsaved draft.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const t = useTranslations('shell');
  const me = useQuery(meQuery());
  if (me.data || !isSessionError(me.error)) return children;
  return (
    <EmptyState
      title={t('sessionExpired.title')}
      text={t('sessionExpired.text')}
      action={
        <a href="/login" className={buttonClass('primary')}>
          {t('header.logIn')}
        </a>
      }
    />
  );
}
