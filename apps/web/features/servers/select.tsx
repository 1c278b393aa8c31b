'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, RotateCw } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Failed } from '../../shell/failed.tsx';
import { meQuery } from '../../shell/me.ts';
import { serversQuery } from '../../shell/server/api.ts';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { homeQuery } from './api.ts';
import { ServerRows, ServersSkeleton } from './row.tsx';

export function SelectScreen() {
  const t = useTranslations('servers');
  const client = useQueryClient();
  const servers = useQuery(serversQuery());
  const facts = new Map(useQuery(homeQuery()).data?.servers.map((each) => [each.guildId, each]));
  const withBot = servers.data?.filter((server) => server.isBotIn) ?? [];
  const others = servers.data?.filter((server) => !server.isBotIn) ?? [];
  const askAgain = useMutation({
    mutationFn: () => client.fetchQuery({ ...serversQuery({ isForced: true }), staleTime: 0 }),
    onSuccess: () => void toast('success', { title: t('refreshed'), id: 'servers' }),
  });
  return (
    <>
      <PageHeader
        title={t('selectTitle')}
        description={t('selectText')}
        actions={
          <Button icon={RotateCw} onClick={() => askAgain.mutate()} isPending={askAgain.isPending}>
            {t('refresh')}
          </Button>
        }
      />
      <Me />
      {servers.isPending && (
        <>
          <Heading>{t('withBot')}</Heading>
          <ServersSkeleton />
        </>
      )}
      {servers.isError && !servers.data && (
        <div className="mt-8">
          <Failed error={servers.error} onRetry={() => void servers.refetch()} />
        </div>
      )}
      {withBot.length > 0 && (
        <>
          <Heading>{t('withBot')}</Heading>
          <ServerRows
            label={t('withBot')}
            rows={withBot.map((server) => ({ server, facts: facts.get(server.id), path: '/manage' }))}
          />
        </>
      )}
      {others.length > 0 && (
        <>
          <Heading>{t('withoutBot')}</Heading>
          <ServerRows label={t('withoutBot')} rows={others.map((server) => ({ server }))} />
        </>
      )}
      {servers.data?.length === 0 && (
        <div className="mt-8">
          <EmptyState title={t('noServers')} text={t('noServersText')} />
        </div>
      )}
    </>
  );
}

function Heading({ children }: { children: string }) {
  return <h2 className="mt-8 mb-3 font-semibold text-lead first-of-type:mt-0">{children}</h2>;
}

function Me() {
  const t = useTranslations('servers');
  const me = useQuery(meQuery());
  if (!me.data) {
    return me.isPending ? (
      <>
        <Heading>{t('you')}</Heading>
        <ServersSkeleton />
      </>
    ) : null;
  }
  const { discord } = me.data;
  const name = discord.globalName ?? discord.username;
  return (
    <>
      <Heading>{t('you')}</Heading>
      <Link
        href={`/dashboard/user/${discord.id}`}
        prefetch={false}
        className="flex h-[68px] items-center gap-3.5 rounded-panel border border-line bg-surface px-4 transition-colors duration-120 hover:border-control/60 hover:bg-raised"
      >
        <Avatar name={name} src={discord.avatar} size={40} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">
            <bdi>{name}</bdi>
          </span>
          <span className="block text-muted text-small">{t('yourTools')}</span>
        </span>
        <Icon of={ChevronRight} className="text-faint rtl:-scale-x-100" />
      </Link>
    </>
  );
}
