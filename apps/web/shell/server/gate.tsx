'use client';

import type { GuildListItem } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Eye, Mailbox } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect } from 'react';
import { CallError } from '../../lib/call.ts';
import { useApiDown } from '../../lib/proxy/api-health.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Failed, useFailure } from '../failed.tsx';
import { AccessDenied } from '../screens/access-denied.tsx';
import { toast } from '../toast.ts';
import { serverQuery, serversQuery } from './api.ts';

/** Wraps every page of a server, and handles missing bots, denied access, unknown servers and outages. */
export function ServerGate({ serverId, children }: { serverId: ServerId; children: ReactNode }) {
  const servers = useQuery(serversQuery());
  const listed = servers.data?.find(({ id }) => id === serverId);
  const isWithoutBot = listed?.isBotIn === false;
  const server = useQuery({ ...serverQuery(serverId), enabled: !isWithoutBot });
  const isDown = useApiDown();
  if (isWithoutBot) return <InviteFirst server={listed} />;
  // While the API is known to be down, the failure is shown without waiting for the last retry.
  const error = server.error ?? (isDown ? server.failureReason : null);
  if (!error || server.data) {
    const isForeign = servers.data !== undefined && listed === undefined && server.data !== undefined;
    return isForeign ? <LookedAt serverId={serverId}>{children}</LookedAt> : children;
  }
  const status = error instanceof CallError ? error.status : 0;
  // The session gate handles an ended session.
  if (status === 401) return children;
  if (status === 403) return <AccessDenied />;
  if (status !== 404) return <Failed error={error} onRetry={() => void server.refetch()} />;
  // The list shows whether the person can invite the bot there.
  return servers.isPending ? <Waiting /> : <Missing error={error} />;
}

/** Shown above pages that staff view on another person's server. */
function LookedAt({ serverId, children }: { serverId: ServerId; children: ReactNode }) {
  const t = useTranslations('servers.look');
  return (
    <>
      <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-panel border border-line bg-surface px-4 py-3">
        <Icon of={Eye} className="text-warn" />
        <span className="min-w-0 flex-1 basis-56">{t('text')}</span>
        <ButtonLink href={`/admin/servers/${serverId}`} size="compact">
          {t('back')}
        </ButtonLink>
      </p>
      {children}
    </>
  );
}

function Waiting() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')}>
      <Skeleton className="h-9 w-56" />
      <Skeleton className="mt-6 h-40 w-full" />
    </Loading>
  );
}

const LOOKED_EVERY_MS = 5000;

/** Invites the bot to the person's server. The page opens when the bot has joined. */
function InviteFirst({ server }: { server: GuildListItem }) {
  const t = useTranslations('servers');
  useQuery({ ...serversQuery(), refetchInterval: LOOKED_EVERY_MS });
  return (
    <Screen
      icon={Mailbox}
      title={<bdi>{server.name}</bdi>}
      text={t(server.isKept ? 'botLeftText' : 'withoutBotText')}
      actions={
        <>
          <a href={`/invite?guildId=${server.id}`} className={buttonClass('primary')}>
            <Icon of={Mailbox} />
            {t('inviteTo', { name: server.name })}
          </a>
          <ButtonLink href="/select">{t('missing.choose')}</ButtonLink>
        </>
      }
    />
  );
}

function Missing({ error }: { error: Error }) {
  const t = useTranslations('servers.missing');
  const said = useFailure(error);
  useEffect(() => {
    void toast('error', { title: said, id: said });
  }, [said]);
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
