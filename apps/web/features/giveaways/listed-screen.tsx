'use client';

import type { ListedGiveaway } from '@tally/contract/giveaways/views';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { proxied } from '../../lib/proxy/proxied.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { listedQuery } from './api.ts';
import { Countdown } from './countdown.tsx';

/** `initial` is part of the page, so the list is readable without a script. It is null if the API did not answer. */
export function ListedScreen({ initial }: { initial: readonly ListedGiveaway[] | null }) {
  const t = useTranslations('giveaways');
  const {
    data: list,
    error,
    refetch,
  } = useQuery({ ...listedQuery(), ...(initial ? { initialData: [...initial] } : {}) });
  if (!list) return <Fetching error={error} refetch={refetch} className="h-[68px]" rows={2} />;
  if (list.length === 0) return <EmptyState title={t('listed.emptyTitle')} text={t('listed.emptyText')} />;
  return (
    <ul className="rounded-panel border border-line bg-surface">
      {list.map(({ giveawayId, guildId, name, serverName, serverIcon, endsAt, people, winnerCount, inviteUrl }) => (
        <li key={giveawayId} className="grid items-center border-b border-line px-2 last:border-b-0 sm:flex">
          <Link
            href={`/giveaways/${guildId}/${giveawayId}`}
            prefetch={false}
            className="flex min-h-[68px] min-w-0 flex-1 items-center gap-3 rounded-control p-2 hover:bg-raised"
          >
            <Avatar name={serverName} src={proxied(serverIcon)} size={36} />
            <span className="min-w-0">
              <bdi className="block font-semibold wrap-anywhere">{name}</bdi>
              <span className="block text-muted text-small">
                <bdi>{serverName}</bdi>
                {' · '}
                {endsAt && <Countdown to={endsAt} word="endsIn" />}
                {' · '}
                {t('people', { people })}
                {' · '}
                {t('winners', { winners: winnerCount })}
              </span>
            </span>
          </Link>
          {inviteUrl && (
            <a
              href={inviteUrl}
              target="_blank"
              rel="noreferrer"
              aria-label={t('listed.joinNamed', { server: serverName })}
              className={cx(buttonClass('quiet', 'compact'), 'm-2')}
            >
              {t('listed.join')}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
