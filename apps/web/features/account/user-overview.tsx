'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Settings } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../shell/fetching.tsx';
import { meQuery } from '../../shell/me.ts';
import { AccessDenied } from '../../shell/screens/access-denied.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { LinkedAccounts } from '../connections/linked-accounts.tsx';
import { userTools } from '../registry.ts';
import { VotesCard } from '../votes/card.tsx';

/** A person's own tools. Another person's id is refused, as the API would. */
export function UserOverview({ userId }: { userId: UserId }) {
  const t = useTranslations();
  const me = useQuery(meQuery());
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
          <ButtonLink href="/settings">
            <Icon of={Settings} />
            {t('account.title')}
          </ButtonLink>
        }
      >
        {database.premium?.enabled && <Badge tone="warn">{t('shell.tiers.premium')}</Badge>}
      </PageHeader>
      {userTools.length > 0 && <h2 className="mb-3 font-semibold text-lead">{t('shell.sidebar.userTools')}</h2>}
      <ul className="mb-8 grid empty:hidden gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {userTools.map((tool) => (
          <li key={tool.name}>
            <Link
              href={`/dashboard/user/${userId}/${tool.path}`}
              prefetch={false}
              className="flex h-[60px] items-center gap-3 rounded-panel border border-line bg-surface px-4 font-medium transition-colors duration-120 hover:border-control/60 hover:bg-raised"
            >
              <Icon of={tool.icon} size={18} className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate">{t(`shell.features.${tool.name}`)}</span>
              {tool.badge && <Badge>{t(`shell.sidebar.${tool.badge}`)}</Badge>}
              <Icon of={ChevronRight} className="text-faint rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
      <LinkedAccounts me={me.data} />
      <VotesCard />
    </>
  );
}
