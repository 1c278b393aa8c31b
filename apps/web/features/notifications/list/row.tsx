'use client';

import type { JournalRow } from '@tally/contract/journal';
import type { DiscordGuildData } from '@tally/contract/servers';
import type { Streamer } from '@tally/contract/streamers';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { proxied } from '../../../lib/proxied.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { RoleDot } from '../../servers/role-picker.tsx';
import type { ListAddress } from '../api.ts';
import { channelOf } from '../channel-of.ts';
import { editorPath } from '../editor-path.ts';
import { LastSignal, Took } from './last-signal.tsx';
import { RowActions } from './row-actions.tsx';
import { columns } from './rows.tsx';

export function Row({
  address,
  streamer,
  discord,
  last,
  isJournalPending,
  onRemove,
}: {
  address: ListAddress;
  streamer: Streamer;
  discord: DiscordGuildData | undefined;
  last: JournalRow | undefined;
  isJournalPending: boolean;
  onRemove: () => void;
}) {
  const name = streamer.displayName ?? streamer.streamerUserName;
  return (
    <li
      className={cx(
        'grid min-h-[52px] items-center gap-x-4 gap-y-1 border-b border-line px-2 py-2 transition-colors duration-120 hover:bg-surface @4xl:py-0',
        columns,
      )}
    >
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name} src={proxied(streamer.avatarUrl)} size={28} isLive={streamer.isCurrentlyLive !== null} />
        <Name name={name} streamer={streamer} />
      </div>
      <div className="flex min-w-0 items-center gap-x-3 gap-y-1 @max-4xl:order-1 @max-4xl:col-span-2 @max-4xl:flex-wrap @max-4xl:ps-10 @4xl:contents">
        <Channel streamer={streamer} discord={discord} />
        <Ping streamer={streamer} discord={discord} />
        <LastSignal last={last} isPending={isJournalPending} discord={discord} />
        <Took last={last} />
      </div>
      <RowActions address={address} streamer={streamer} discord={discord} onRemove={onRemove} />
    </li>
  );
}

function Name({ name, streamer }: { name: string; streamer: Streamer }) {
  const t = useTranslations('notifications');
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        href={editorPath(streamer)}
        prefetch={false}
        aria-label={t('editOne', { name })}
        className="truncate font-semibold hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      {streamer.isCurrentlyLive && <span className="wide shrink-0 text-[11px] text-red">{t('live')}</span>}
      {streamer.pauseReason && (
        <Badge tone={streamer.pauseReason === 'byOwner' ? 'neutral' : 'warn'}>
          {t(`paused.${streamer.pauseReason}`)}
        </Badge>
      )}
    </span>
  );
}

function Channel({ streamer, discord }: { streamer: Streamer; discord: DiscordGuildData | undefined }) {
  const t = useTranslations('notifications');
  const id = channelOf(streamer);
  if (id === null) return <span className="text-warn">{t('noChannel')}</span>;
  const channel = discord?.channels?.find((each) => each.id === id);
  return (
    <span className="min-w-0">
      <span className="sr-only">{t('columns.postsTo')}: </span>
      <span
        className={cx(
          'inline-block max-w-full truncate rounded-[8px] bg-raised px-2 py-0.5 align-middle',
          channel?.validPermissions === false && 'text-warn',
        )}
      >
        {/* A missing channel is shown as its raw id. */}
        <bdi>{`#${channel?.name ?? id}`}</bdi>
      </span>
    </span>
  );
}

function Ping({ streamer, discord }: { streamer: Streamer; discord: DiscordGuildData | undefined }) {
  const t = useTranslations('notifications');
  if (streamer.pingRoleId === null) return <span className="text-muted @max-4xl:hidden">{t('noPing')}</span>;
  const role = discord?.roles?.find((each) => each.id === streamer.pingRoleId);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="sr-only">{t('columns.pings')}: </span>
      <RoleDot color={role?.color ?? '#99aab5'} />
      <bdi className="truncate">{`@${role?.name ?? streamer.pingRoleId}`}</bdi>
    </span>
  );
}
