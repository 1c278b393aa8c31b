'use client';

import type { GuildListItem } from '@tally/contract/servers/calls';
import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

export function ServerGrid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">{children}</ul>;
}

const cardClass =
  'flex h-[76px] items-center gap-3.5 rounded-panel border border-line bg-surface px-4 transition-colors duration-120';

/** A server that the bot is in: the whole card leads there. */
export function ServerCard({ server, path = '' }: { server: GuildListItem; path?: string }) {
  const t = useTranslations('servers');
  return (
    <li>
      <Link
        href={`/dashboard/server/${server.id}${path}`}
        prefetch={false}
        className={`${cardClass} hover:border-control/60 hover:bg-raised`}
      >
        <Avatar name={server.name} src={server.icon} size={40} shape="square" />
        <span className="min-w-0">
          <span className="block truncate font-semibold">
            <bdi>{server.name}</bdi>
          </span>
          <span className="block text-muted text-small">{t('botIsIn')}</span>
        </span>
      </Link>
    </li>
  );
}

/** One that the person may manage, without the bot. Discord asks for the permissions, and comes back here. */
export function InviteCard({ server }: { server: GuildListItem }) {
  const t = useTranslations('servers');
  return (
    <li className={cardClass}>
      <Avatar name={server.name} src={server.icon} size={40} shape="square" className="opacity-70" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">
          <bdi>{server.name}</bdi>
        </span>
        {server.isKept && <span className="block truncate text-muted text-small">{t('settingsKept')}</span>}
      </span>
      <a
        href={`/invite?guildId=${server.id}`}
        className={buttonClass('quiet', 'compact')}
        aria-label={t('inviteTo', { name: server.name })}
      >
        <Icon of={Plus} />
        {t('invite')}
      </a>
    </li>
  );
}

export function ServersSkeleton() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {['a', 'b', 'c'].map((card) => (
        <div key={card} className={cardClass}>
          <Skeleton className="size-10 rounded-card" />
          <Skeleton className="h-4 w-32" />
        </div>
      ))}
    </Loading>
  );
}
