'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { hasAnswered } from '../../lib/live/query-client.ts';
import { serverQuery, serversQuery } from '../../shell/server/api.ts';
import { errorsQuery } from '../../shell/server/errors.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useLiveJournal } from '../notifications/live-journal.ts';
import { serverPages } from '../registry.ts';
import { Figures } from './figures.tsx';
import { LiveNow } from './live-now.tsx';
import { NeedsYou } from './needs-you.tsx';
import { Onboarding, useWay } from './onboarding.tsx';
import { ToolLinks } from './tool-links.tsx';

export function Overview({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers');
  useLiveJournal(serverId);
  const listed = useQuery(serversQuery()).data?.find((server) => server.id === serverId);
  const details = useQuery(serverQuery(serverId)).data;
  const server = details ?? listed;
  const { isDecided, done, ...way } = useWay(serverId);
  const isTroubleKnown = hasAnswered(useQuery(errorsQuery(serverId)));
  return (
    <>
      <PageHeader
        title={
          server ? (
            <span className="flex items-center gap-3">
              <Avatar name={server.name} src={server.icon} size={36} shape="square" />
              <span dir="auto" className="line-clamp-3 wrap-anywhere" title={server.name}>
                {server.name}
              </span>
            </span>
          ) : (
            <Skeleton className="h-9 w-56" />
          )
        }
        actions={
          <ButtonLink variant="primary" href={`/dashboard/server/${serverId}/notifications`}>
            {t('toNotifications')}
          </ButtonLink>
        }
      />
      {isDecided && isTroubleKnown ? (
        <>
          {done && <Onboarding {...way} done={done} serverId={serverId} />}
          <LiveNow serverIds={[serverId]} />
          <NeedsYou servers={[{ id: serverId, name: server?.name ?? '' }]} />
          <Figures serverIds={[serverId]} />
          <nav aria-label={t('tools')} className="mt-6">
            <ToolLinks serverId={serverId} server={details} tools={serverPages} />
          </nav>
        </>
      ) : (
        <>
          <LiveNow serverIds={[serverId]} />
          <OverviewSkeleton />
        </>
      )}
    </>
  );
}

function OverviewSkeleton() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className="grid gap-3 lg:grid-cols-3">
      {['a', 'b', 'c'].map((figure) => (
        <Skeleton key={figure} className="h-[92px] rounded-panel" />
      ))}
      <Skeleton className="h-44 rounded-panel lg:col-span-3" />
    </Loading>
  );
}
