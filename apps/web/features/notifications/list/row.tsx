'use client';

import type { Streamer } from '@tally/contract/notifications/streamers';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import type { ServerId, UserId } from '@tally/contract/wire/ids';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type CSSProperties, memo, type Ref } from 'react';
import { proxied } from '../../../lib/proxy/proxied.ts';
import { isolated } from '../../../lib/words/mentions.ts';
import { useBotName } from '../../../shell/server/other-bots.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { RoleDot } from '../../../ui/fields/role-dot.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { channelOf } from '../channel-of.ts';
import { editorPath } from '../editor-path.ts';
import type { Listed } from './arrange.ts';
import { columns } from './columns.ts';
import { LastSignal, Took } from './last-signal.tsx';
import { RowActions } from './row-actions.tsx';
import { SelectBox } from './select-box.tsx';
import type { RowDeeds } from './use-deeds.ts';

export interface RowProps {
  row: Listed;
  discord: DiscordGuildData | undefined;
  journal: 'pending' | 'part' | 'whole';
  isMarked: boolean;
  isCursor: boolean;
  deeds: RowDeeds;
  onMark: (key: string, isRange: boolean) => void;
}

interface RowPosition {
  /** The row's index, needed while not all rows are rendered. */
  index: number;
  count: number;
  style?: CSSProperties;
  measure?: Ref<HTMLLIElement>;
}

export function Row({ index, count, style, measure, isMarked, isCursor, onMark, ...rest }: RowProps & RowPosition) {
  const t = useTranslations('notifications');
  const { row } = rest;
  return (
    <li
      ref={measure}
      style={style}
      data-index={index}
      data-row={row.key}
      data-marked={isMarked || undefined}
      aria-posinset={index + 1}
      aria-setsize={count}
      // No transitions, because selecting all rows would start hundreds at once.
      className={cx(
        'group/row relative w-full scroll-mt-16 scroll-mb-24 border-b border-line',
        // Rows out of view skip layout. If only some rows are rendered, all of those must be measured.
        !measure && '[contain-intrinsic-block-size:auto_53px] [content-visibility:auto]',
        isMarked ? 'bg-raised' : 'hover:bg-surface',
        isCursor && 'notch',
      )}
    >
      <div className={cx('grid min-h-[52px] items-center gap-x-3 gap-y-1 px-2 py-2 @4xl:py-0', columns)}>
        <SelectBox
          label={t('table.selectOne', { name: row.name })}
          isOn={isMarked}
          onClick={(event) => onMark(row.key, event.shiftKey)}
        />
        <Cells {...rest} />
      </div>
    </li>
  );
}

type CellsProps = Pick<RowProps, 'row' | 'discord' | 'journal' | 'deeds'>;

/** Memoized, so selection, keyboard steps and scrolling do not render the content again. */
const Cells = memo(function Cells({ row, discord, journal, deeds }: CellsProps) {
  const { streamer, name } = row;
  return (
    <>
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name} src={proxied(streamer.avatarUrl)} size={28} isLive={row.is.live} />
        <Name name={name} streamer={streamer} />
      </div>
      {/* Content that does not fit next to the channel gets a separate line. */}
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 @max-4xl:order-1 @max-4xl:col-span-2 @max-4xl:col-start-2 @4xl:contents">
        <Channel streamer={streamer} discord={discord} />
        <Ping streamer={streamer} discord={discord} />
        <div className="flex min-w-0 items-center gap-x-3 @4xl:contents">
          <LastSignal last={row.last} isPending={journal === 'pending'} isPart={journal === 'part'} discord={discord} />
          <Took last={row.last} />
        </div>
      </div>
      <RowActions row={row} deeds={deeds} />
    </>
  );
});

export function Name({ name, streamer }: { name: string; streamer: Streamer }) {
  const t = useTranslations('notifications');
  return (
    <span className={cx('flex min-w-0 flex-wrap items-center gap-x-2', streamer.pauseReason && '@4xl:py-2')}>
      <Link
        href={editorPath(streamer)}
        prefetch={false}
        dir="auto"
        aria-label={t('editOne', { name })}
        className={cx(
          'max-w-full truncate font-semibold hover:underline pointer-coarse:-my-1 pointer-coarse:py-3',
          streamer.pauseReason ? 'py-0.5' : 'py-2',
        )}
      >
        {name}
      </Link>
      {streamer.isCurrentlyLive && <span className="wide shrink-0 text-[11px] text-red">{t('live')}</span>}
      {streamer.pauseReason === 'otherBot' && streamer.startsAfter ? (
        <WaitsFor serverId={streamer.guildId} botId={streamer.startsAfter} />
      ) : (
        streamer.pauseReason && (
          <Badge tone={streamer.pauseReason === 'byOwner' ? 'neutral' : 'warn'}>
            {t(`paused.${streamer.pauseReason}`)}
          </Badge>
        )
      )}
    </span>
  );
}

function WaitsFor({ serverId, botId }: { serverId: ServerId; botId: UserId }) {
  const t = useTranslations('notifications');
  const bot = isolated(useBotName(serverId, botId));
  // Plain text instead of a badge, because a bot's name may be long and badges do not wrap.
  return <span className="basis-full text-muted text-small wrap-anywhere">{t('startsAfter.badge', { bot })}</span>;
}

export function Channel({ streamer, discord }: { streamer: Streamer; discord: DiscordGuildData | undefined }) {
  const t = useTranslations('notifications');
  const id = channelOf(streamer);
  if (id === null) return <span className="text-warn">{t('noChannel')}</span>;
  const channel = discord?.channels?.find((each) => each.id === id);
  return (
    <span className="min-w-0 @max-4xl:max-w-[45%] @max-4xl:shrink-0">
      <span className="sr-only">{t('columns.postsTo')}: </span>
      <bdi
        // Truncates at the end of the name, which differs from the page's end in right-to-left text.
        className={cx(
          'inline-block max-w-full truncate rounded-[8px] bg-raised group-data-marked/row:bg-ground px-2 py-0.5 align-middle',
          channel?.validPermissions === false && 'text-warn',
        )}
      >
        {`#${discord ? (channel?.name ?? t('unknownChannel')) : '…'}`}
      </bdi>
    </span>
  );
}

function Ping({ streamer, discord }: { streamer: Streamer; discord: DiscordGuildData | undefined }) {
  const t = useTranslations('notifications');
  if (streamer.pingRoleId === null) return <span className="text-muted @max-4xl:hidden">{t('noPing')}</span>;
  const role = discord?.roles?.find((each) => each.id === streamer.pingRoleId);
  return (
    // A phone shows two lines, where the path of the last message matters more than its ping.
    <span className="flex min-w-0 items-center gap-2 @max-md:sr-only">
      <span className="sr-only">{t('columns.pings')}: </span>
      <RoleDot color={role?.color ?? '#99aab5'} />
      <bdi className="truncate">{`@${discord ? (role?.name ?? streamer.pingRoleId) : '…'}`}</bdi>
    </span>
  );
}
