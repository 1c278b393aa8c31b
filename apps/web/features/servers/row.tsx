'use client';

import type { GuildListItem } from '@tally/contract/servers/calls';
import type { ServerFacts } from '@tally/contract/servers/home';
import { ChevronRight, CircleAlert, Plus } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { proxied } from '../../lib/proxy/proxied.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { shownName } from '../notifications/shown-name.ts';

const rowClass =
  'relative flex min-h-[68px] items-center gap-3.5 px-4 py-2.5 transition-colors duration-120 hover:bg-raised';
const listClass = 'divide-y divide-line overflow-hidden rounded-panel border border-line bg-surface';
/** The maximum number of pictures; more would push the name away on a phone. */
const MOST_FACES = 4;

interface Row {
  readonly server: GuildListItem;
  /** Undefined until the facts have loaded. */
  readonly facts?: ServerFacts | undefined;
  /** The page that the row links to, relative to the server's path. */
  readonly path?: string;
}

export function ServerRows({ label, rows }: { label: string; rows: readonly Row[] }) {
  return (
    <ul aria-label={label} className={listClass}>
      {rows.map((row) => (
        <ServerRow key={row.server.id} {...row} />
      ))}
    </ul>
  );
}

/** Shows a server in a list with its live streamers, its posts, and the most important task. */
function ServerRow({ server, facts, path = '' }: Row) {
  const t = useTranslations('servers');
  const home = `/dashboard/server/${server.id}`;
  const name = <bdi>{server.name}</bdi>;
  const live = facts?.live ?? [];
  return (
    <li className={rowClass}>
      <Avatar
        name={server.name}
        src={server.icon}
        size={40}
        shape="square"
        className={server.isBotIn ? '' : 'opacity-70'}
      />
      <span className="min-w-0 flex-1">
        {server.isBotIn ? (
          <Link
            href={`${home}${path}`}
            prefetch={false}
            className="block truncate font-semibold after:absolute after:inset-0"
          >
            {name}
          </Link>
        ) : (
          <span className="block truncate font-semibold">{name}</span>
        )}
        <span className="flex min-h-[19px] flex-wrap items-center gap-x-2 text-muted text-small">
          {facts && facts.errors > 0 && (
            <span className="inline-flex items-center gap-1 text-red">
              <Icon of={CircleAlert} size={14} />
              {t('row.errors', { count: facts.errors })}
            </span>
          )}
          {facts && t('row.posts', { count: facts.posts })}
          {server.isKept && !server.isBotIn && t('settingsKept')}
        </span>
      </span>
      {live.length > 0 && (
        <span className="flex shrink-0 items-center gap-3 max-sm:hidden">
          <span className="sr-only">{t('row.live', { count: live.length })}</span>
          {live.slice(0, MOST_FACES).map((streamer) => (
            <Avatar
              key={`${streamer.platform} ${streamer.streamerUserName}`}
              name={shownName(streamer)}
              src={proxied(streamer.avatarUrl)}
              size={24}
              isLive
            />
          ))}
          {live.length > MOST_FACES && (
            <span className="figures text-muted text-small">{`+${live.length - MOST_FACES}`}</span>
          )}
        </span>
      )}
      <RowAction server={server} facts={facts} home={home} />
    </li>
  );
}

function RowAction({ server, facts, home }: Pick<Row, 'server' | 'facts'> & { home: string }) {
  const t = useTranslations('servers');
  const look = cx(buttonClass('quiet', 'compact'), 'relative shrink-0');
  if (!server.isBotIn)
    // Discord asks for the permissions, then returns the person here.
    return (
      <a href={`/invite?guildId=${server.id}`} className={look} aria-label={t('inviteTo', { name: server.name })}>
        <Icon of={Plus} />
        {t('invite')}
      </a>
    );
  if (facts && facts.errors > 0)
    return (
      <Link
        href={`${home}/error-logs`}
        prefetch={false}
        className={look}
        aria-label={t('row.fixIn', { name: server.name })}
      >
        {t('row.fix')}
      </Link>
    );
  return <Icon of={ChevronRight} className="shrink-0 text-faint rtl:-scale-x-100" />;
}

export function ServersSkeleton() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className={listClass}>
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className={rowClass}>
          <Skeleton className="size-10 rounded-card" />
          <Skeleton className="h-4 w-32" />
        </div>
      ))}
    </Loading>
  );
}
