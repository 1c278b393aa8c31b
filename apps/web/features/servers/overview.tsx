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
import { liveQuery } from '../notifications/api.ts';
import { useLiveJournal } from '../notifications/live-journal.ts';
import { serverPages } from '../registry.ts';
import { FirstSteps, useWay } from './first-steps.tsx';
import { LiveNow } from './live-now.tsx';
import { NeedsYou } from './needs-you.tsx';
import { PlanLine } from './plan-line.tsx';
import { Timeline } from './timeline.tsx';
import { ToolLinks } from './tool-links.tsx';

export function Overview({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers');
  useLiveJournal(serverId);
  const listed = useQuery(serversQuery()).data?.find((server) => server.id === serverId);
  const details = useQuery(serverQuery(serverId)).data;
  const server = details ?? listed;
  const { isDecided, done, ...way } = useWay(serverId);
  const live = useQuery(liveQuery(serverId));
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
        actions={<ButtonLink href={`/dashboard/server/${serverId}/notifications`}>{t('toNotifications')}</ButtonLink>}
      />
      {isDecided && isTroubleKnown ? (
        <>
          {done && <FirstSteps {...way} done={done} serverId={serverId} />}
          <NeedsYou isOneServer servers={[{ id: serverId, name: server?.name ?? '', live: live.data ?? [] }]} />
          <LiveNow live={live.isPending ? undefined : (live.data ?? [])} />
          <Timeline serverId={serverId} />
          <PlanLine serverId={serverId} />
          <nav aria-label={t('tools')}>
            <ToolLinks base={`/dashboard/server/${serverId}`} bitfield={details?.bitfield} tools={serverPages} />
          </nav>
        </>
      ) : (
        <OverviewSkeleton />
      )}
    </>
  );
}

function OverviewSkeleton() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className="grid gap-4">
      <Skeleton className="h-24 rounded-panel" />
      <Skeleton className="h-60 rounded-panel" />
    </Loading>
  );
}
