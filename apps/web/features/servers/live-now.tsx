'use client';

import type { LiveStreamer } from '@tally/contract/notifications/streamers';
import { addressOf } from '@tally/contract/platforms/namesakes';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { proxied } from '../../lib/proxy/proxied.ts';
import { platformNames } from '../../lib/words/platform-names.ts';
import { cx } from '../../ui/cx.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { liveQuery } from '../notifications/api.ts';
import { streamerPath } from '../notifications/editor-path.ts';
import { shownName } from '../notifications/shown-name.ts';
import { Uptime } from '../notifications/uptime.tsx';

/** The row keeps its height when it is empty, so content below does not jump when the answers arrive. */
const rowClass = '-m-1 flex h-[82px] items-start gap-3 overflow-x-auto p-1';

/** Merges the answers; a creator whom several servers follow appears once. */
function together(
  answers: readonly { readonly data?: readonly LiveStreamer[] | undefined; readonly isPending: boolean }[],
) {
  const live = new Map<string, LiveStreamer>();
  for (const streamer of answers.flatMap((answer) => answer.data ?? [])) {
    live.set(`${streamer.platform} ${streamer.streamerId ?? streamer.streamerUserName}`, streamer);
  }
  return { live: [...live], isPending: live.size === 0 && answers.some((answer) => answer.isPending) };
}

/** The creators whom these servers follow and who are live right now. */
export function LiveNow({ serverIds }: { serverIds: readonly ServerId[] }) {
  const t = useTranslations('servers');
  const ui = useTranslations('ui');
  const { live, isPending } = useQueries({ queries: serverIds.map(liveQuery), combine: together });
  return (
    <section className="mb-4" aria-label={t('liveNow')}>
      <h2 className="mb-3 font-semibold text-lead">{t('liveNow')}</h2>
      {isPending && (
        <Loading label={ui('loading')} className={rowClass}>
          <Skeleton className="h-[66px] w-44 rounded-panel" />
        </Loading>
      )}
      {!isPending && live.length === 0 && <p className={cx(rowClass, 'text-muted')}>{t('nobodyLive')}</p>}
      {live.length > 0 && (
        <ul className={rowClass}>
          {live.map(([key, streamer]) => (
            <li key={key} className="shrink-0">
              <Link
                href={streamerPath({
                  serverId: streamer.guildId,
                  platform: streamer.platform,
                  name: addressOf(streamer),
                })}
                prefetch={false}
                className="flex items-center gap-3.5 rounded-panel border border-line bg-surface py-3 ps-4 pe-5 transition-colors duration-120 hover:border-control/60 hover:bg-raised"
              >
                <Avatar name={shownName(streamer)} src={proxied(streamer.avatarUrl)} size={34} isLive />
                <span>
                  <span className="flex items-center gap-2 font-semibold">
                    {shownName(streamer)}
                    <span className="wide text-[11px] text-red">{t('live')}</span>
                  </span>
                  <span className="flex items-center gap-1.5 text-muted text-small">
                    <PlatformNotch platform={streamer.platform} />
                    {platformNames[streamer.platform]}
                    <Uptime since={streamer.startedAt} className="figures" />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
