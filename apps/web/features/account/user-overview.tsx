'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../shell/fetching.tsx';
import { meQuery } from '../../shell/me.ts';
import { AccessDenied } from '../../shell/screens/access-denied.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { LinkedAccounts } from '../connections/linked-accounts.tsx';
import { ownQuery } from '../giveaways/api.ts';
import { userTools } from '../registry.ts';
import { homeQuery } from '../servers/api.ts';
import { NeedsYou } from '../servers/needs-you.tsx';
import { ToolLinks } from '../servers/tool-links.tsx';
import { teamsQuery } from '../teams/api.ts';
import { ownRecordingsQuery } from '../vods/api.ts';
import { VotesCard } from '../votes/card.tsx';

/** A person's open tasks and accounts. Refuses another person's id, as the API would. */
export function UserOverview({ userId }: { userId: UserId }) {
  const t = useTranslations();
  const me = useQuery(meQuery());
  const waiting = useQuery(homeQuery()).data?.waiting;
  if (!me.data) {
    return (
      <Fetching {...me}>
        <Loading label={t('ui.loading')}>
          <Skeleton className="h-9 w-56" />
          <Skeleton className="mt-6 h-40 w-full" />
        </Loading>
      </Fetching>
    );
  }
  const { discord, database } = me.data;
  if (discord.id !== userId) return <AccessDenied />;
  const name = discord.globalName ?? discord.username;
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-3">
            <Avatar name={name} src={discord.avatar} size={36} />
            <span dir="auto">{name}</span>
          </span>
        }
        actions={
          <ButtonLink icon={Settings} href="/settings">
            {t('account.title')}
          </ButtonLink>
        }
      >
        {database.premium?.enabled && <Badge tone="warn">{t('shell.tiers.premium')}</Badge>}
      </PageHeader>
      {waiting?.length === 0 && <p className="mb-8 text-muted">{t('servers.nothingWaits')}</p>}
      <NeedsYou servers={[]} waiting={waiting ?? []} />
      <Tools userId={userId} isMediaOn={database.mediaShare?.enabled ?? false} />
      <LinkedAccounts me={me.data} />
      <VotesCard />
    </>
  );
}

/** The person's own tools, each with its state. */
function Tools({ userId, isMediaOn }: { userId: UserId; isMediaOn: boolean }) {
  const t = useTranslations('account');
  const giveaways = useQuery(ownQuery(userId)).data?.length;
  const teams = useQuery(teamsQuery()).data;
  const recordings = useQuery(ownRecordingsQuery(userId)).data?.length;
  const names = teams && [teams.managedTeam, ...teams.memberTeams].flatMap((team) => team?.teamName ?? []);
  return (
    <section aria-label={t('userTitle')} className="mb-6">
      <ToolLinks
        base={`/dashboard/user/${userId}`}
        tools={userTools}
        states={{
          giveaways: giveaways === undefined ? undefined : t('tools.giveaways', { count: giveaways }),
          'media-sharing': t(isMediaOn ? 'tools.on' : 'tools.off'),
          teams: names?.join(', ') || (names && t('tools.noTeam')),
          vods: recordings === undefined ? undefined : t('tools.recordings', { count: recordings }),
        }}
      />
    </section>
  );
}
