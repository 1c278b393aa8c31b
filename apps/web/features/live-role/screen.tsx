'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { serverQuery } from '../../shell/server/api.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { LogChannel } from './log-channel.tsx';
import { RolesPanel } from './roles-panel.tsx';

/** Roles for members who are live on Twitch. */
export function LiveRoleScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('live-role.autoLiveRoles');
  const server = useQuery(serverQuery(serverId)).data;
  if (!server) {
    return (
      <>
        <PageHeader title={t('title')} description={t('text')} />
        <Waiting />
      </>
    );
  }
  return (
    <RolesPanel server={server} list="autoLiveRoles">
      {({ badge, actions, content }) => (
        <>
          <PageHeader title={t('title')} description={t('text')} actions={actions}>
            {badge}
          </PageHeader>
          {content}
          <Card className="mt-4 p-5">
            <LogChannel server={server} list="autoLiveRoles" />
          </Card>
        </>
      )}
    </RolesPanel>
  );
}

function Waiting() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className="grid gap-2">
      <Skeleton className="h-[60px] w-full" />
      <Skeleton className="mt-2 h-24 w-full" />
    </Loading>
  );
}
