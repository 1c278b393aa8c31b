'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { PenLine, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Failed } from '../../../shell/failed.tsx';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { serverQuery } from '../../../shell/server/api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { giveawaysQuery, isOpen } from '../api.ts';
import { GiveawayRow, PlannedRow } from './row.tsx';

export function GiveawaysScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('giveaways');
  const server = useQuery(serverQuery(serverId)).data;
  const list = useQuery(giveawaysQuery(serverId));
  const { existing, scheduled } = list.data ?? { existing: [], scheduled: [] };
  const isEmpty = existing.length + scheduled.length === 0;
  const create = <Create server={server} serverId={serverId} />;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          <>
            <ButtonLink icon={PenLine} href={`/dashboard/server/${serverId}/messages`}>
              {t('texts')}
            </ButtonLink>
            {list.data && !isEmpty && create}
          </>
        }
      />
      {list.data === undefined && (list.error ? <ListFailed {...list} error={list.error} /> : <Waiting />)}
      {list.data && isEmpty && <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={create} />}
      <div className="grid gap-8">
        <Group title={t('groups.running')}>
          {existing.filter(isOpen).map((giveaway) => (
            <GiveawayRow key={giveaway.giveawayId} giveaway={giveaway} />
          ))}
        </Group>
        <Group title={t('groups.scheduled')}>
          {scheduled.map((planned) => (
            <PlannedRow key={planned.data.giveawayId} planned={planned} />
          ))}
        </Group>
        <Group title={t('groups.ended')}>
          {existing
            .filter((giveaway) => !isOpen(giveaway))
            .map((giveaway) => (
              <GiveawayRow key={giveaway.giveawayId} giveaway={giveaway} />
            ))}
        </Group>
      </div>
    </>
  );
}

const ListFailed = ({ error, refetch }: { error: Error; refetch: () => unknown }) => (
  <Failed error={error} onRetry={() => void refetch()} />
);

function Create({ server, serverId }: { server: GuildInfo | undefined; serverId: ServerId }) {
  const t = useTranslations('giveaways');
  if (isLocked(server, 'Giveaways')) return <PremiumCrown flag="Giveaways" />;
  return (
    <ButtonLink icon={Plus} variant="primary" href={`/dashboard/server/${serverId}/giveaways/create`}>
      {t('create')}
    </ButtonLink>
  );
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 flex items-baseline gap-2 font-semibold text-lead">
        {title}
        <span className="figures text-muted text-small">{children.length}</span>
      </h2>
      <ul className="rounded-panel border border-line bg-surface">{children}</ul>
    </section>
  );
}

function Waiting() {
  const words = useTranslations('ui');
  return (
    <Loading label={words('loading')} className="grid gap-2">
      <Skeleton className="h-[72px] w-full" />
      <Skeleton className="h-[72px] w-full" />
    </Loading>
  );
}
