'use client';

import type { ServerId } from '@tally/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CallError } from '../../lib/call.ts';
import { AccessDenied } from '../../shell/access-denied.tsx';
import { Failed } from '../../shell/failed.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { serverQuery } from './api.ts';

/** Every page of a server: access denied, not found and outages look the same on all of them. */
export function ServerGate({ serverId, children }: { serverId: ServerId; children: ReactNode }) {
  const t = useTranslations('servers.missing');
  const server = useQuery(serverQuery(serverId));
  if (!server.error || server.data) return children;
  const status = server.error instanceof CallError ? server.error.status : 0;
  // The gate of the session says this.
  if (status === 401) return children;
  if (status === 403) return <AccessDenied />;
  if (status !== 404) return <Failed error={server.error} onRetry={() => void server.refetch()} />;
  return (
    <EmptyState
      title={t('title')}
      text={t('text')}
      action={
        <ButtonLink variant="primary" href="/select">
          {t('choose')}
        </ButtonLink>
      }
    />
  );
}
