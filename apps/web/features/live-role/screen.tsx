'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { serverQuery } from '../../shell/server/api.ts';
import { BackToList, useOpenEntry } from '../../shell/server/open-entry.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { LiveRolePage } from './live-role-page.tsx';
import { LogChannel } from './log-channel.tsx';
import { RolesPanel } from './roles-panel.tsx';

/** Assigns roles to members who are live on Twitch. */
export function LiveRoleScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('live-role.autoLiveRoles');
  const server = useQuery(serverQuery(serverId)).data;
  if (server)
    return (
      <NuqsAdapter>
        <Roles server={server} />
      </NuqsAdapter>
    );
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Waiting />
    </>
  );
}

function Roles({ server }: { server: GuildInfo }) {
  const t = useTranslations('live-role.autoLiveRoles');
  const roles = server.autoLiveRoles;
  const entry = useOpenEntry('role', roles, ({ roleId }) => roleId);
  const { opened, open, leave } = entry;
  return (
    <RolesPanel server={server} list="autoLiveRoles" opened={opened} onOpen={open} onRemoved={leave}>
      {({ badge, actions, notice, content }) =>
        opened === null ? (
          <>
            <PageHeader title={t('title')} description={t('text')} actions={actions}>
              {badge}
            </PageHeader>
            {content}
            <Card className="mt-4 p-5">
              <LogChannel server={server} list="autoLiveRoles" />
            </Card>
          </>
        ) : (
          <>
            <BackToList label={t('all')} entry={entry} count={roles.length} />
            <LiveRolePage
              key={entry.key}
              server={server}
              opened={opened}
              actions={
                opened !== 'new' && (
                  <>
                    {badge}
                    {actions}
                  </>
                )
              }
              notice={notice}
              onLeave={leave}
              onSaved={entry.saved}
            />
          </>
        )
      }
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
