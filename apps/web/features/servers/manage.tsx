'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Crown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isBuilt } from '../../lib/start/built-pages.ts';
import { serverQuery } from '../../shell/server/api.ts';
import { tierOf } from '../../shell/sidebar/tier.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { GiveawaysCard } from '../giveaways/settings-card.tsx';
import { LinkedRolesCard } from '../linked-roles/card.tsx';
import { StatusRoles } from '../live-role/status-roles.tsx';
import { plansQuery } from '../premium/api.ts';
import { Paused } from '../premium/paused.tsx';
import { serverPages, serverTools } from '../registry.ts';
import { RoleSyncCard } from '../role-sync/card.tsx';
import { CountersCard } from '../stat-counters/card.tsx';
import { Changes } from './changes/changes.tsx';
import { GeneralSettings } from './general/general.tsx';
import { ToolLinks } from './tool-links.tsx';

export function Manage({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers');
  const server = useQuery(serverQuery(serverId)).data;
  return (
    <>
      <PageHeader title={t('manageTitle')} description={server?.name ?? <Skeleton className="mt-1 h-5 w-40" />} />
      {server ? (
        <GeneralSettings
          key={serverId}
          server={server}
          plan={
            <Card>
              <CardHeader title={t('plan')} description={t('planText')} />
              <CardBody>
                <Plan server={server} />
              </CardBody>
            </Card>
          }
        />
      ) : (
        <Waiting />
      )}
      {server && (
        <div className="mt-4 empty:hidden">
          <Paused serverId={serverId} name={server.name} />
        </div>
      )}
      {server && <StatusRoles server={server} />}
      {server && <RoleSyncCard server={server} />}
      {server && <LinkedRolesCard server={server} />}
      {server && <GiveawaysCard server={server} />}
      {server && <CountersCard server={server} />}
      <h2 className="mt-8 mb-3 font-semibold text-lead">{t('tools')}</h2>
      <ToolLinks serverId={serverId} server={server} tools={[...serverPages, ...serverTools]} />
      <Changes serverId={serverId} />
    </>
  );
}

function Waiting() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <Skeleton className="h-[132px] w-full rounded-panel" />
        <Skeleton className="h-[150px] w-full rounded-panel" />
        <Skeleton className="h-[76px] w-full rounded-panel" />
        <Skeleton className="h-[124px] w-full rounded-panel" />
      </div>
      <div className="grid gap-4">
        <Skeleton className="h-[112px] w-full rounded-panel" />
        <Skeleton className="h-[410px] w-full rounded-panel" />
      </div>
    </Loading>
  );
}

function Plan({ server }: { server: GuildInfo }) {
  const t = useTranslations();
  const isSold = useQuery(plansQuery()).data?.sale === 'open';
  const href = server.isPremium ? '/manage-subscription' : `/premium?server=${server.guildId}`;
  return (
    <div className="flex min-h-control flex-wrap items-center gap-3">
      <Badge tone={server.isPremium ? 'warn' : 'neutral'}>{t(`shell.tiers.${tierOf(server)}`)}</Badge>
      {isSold && isBuilt(href) && (
        <ButtonLink href={href}>
          <Icon of={Crown} className="text-warn" />
          {t(server.isPremium ? 'shell.sidebar.manageSubscription' : 'shell.sidebar.getPremium')}
        </ButtonLink>
      )}
    </div>
  );
}
