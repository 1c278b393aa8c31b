'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../shell/fetching.tsx';
import { meQuery } from '../../shell/me.ts';
import { AccessDenied } from '../../shell/screens/access-denied.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { teamsQuery } from './api.ts';
import { JoinedTeams } from './joined-teams.tsx';
import { NoTeam, OwnTeam } from './own-team.tsx';

/** Shows the team that a person leads, and the teams that they belong to. */
export function TeamsScreen({ userId, webUrl }: { userId: UserId; webUrl: string }) {
  const t = useTranslations('teams');
  const words = useTranslations('ui');
  const me = useQuery(meQuery());
  const { data, error, refetch } = useQuery(teamsQuery());
  // People can only open their own page.
  if (me.data && me.data.discord.id !== userId) return <AccessDenied />;
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      {!data && (
        <Fetching error={error} refetch={refetch}>
          <Loading label={words('loading')} className="grid gap-4">
            <Skeleton className="h-[260px] w-full" />
            <Skeleton className="h-[140px] w-full" />
          </Loading>
        </Fetching>
      )}
      {data && (
        <div className="grid gap-10">
          {data.managedTeam ? <OwnTeam team={data.managedTeam} webUrl={webUrl} /> : <NoTeam />}
          <JoinedTeams list={data.memberTeams} />
        </div>
      )}
    </>
  );
}
