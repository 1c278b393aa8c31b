'use client';

import type { LiveStreamer } from '@tally/contract/notifications/streamers';
import { addressOf } from '@tally/contract/platforms/namesakes';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { proxied } from '../../lib/proxy/proxied.ts';
import { platformNames } from '../../lib/words/platform-names.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { streamerPath } from '../notifications/editor-path.ts';
import { shownName } from '../notifications/shown-name.ts';
import { Uptime } from '../notifications/uptime.tsx';

const rowClass = '-m-1 flex h-[82px] items-start gap-3 overflow-x-auto p-1';

/** Lists each creator once, even if several servers follow them. */
const once = (live: readonly LiveStreamer[]): [string, LiveStreamer][] => [
  ...new Map(
    live.map((streamer) => [`${streamer.platform} ${streamer.streamerId ?? streamer.streamerUserName}`, streamer]),
  ),
];

/** Shows followed creators who are live now. `live` is undefined until it has loaded. */
export function LiveNow({ live: all }: { live: readonly LiveStreamer[] | undefined }) {
  const t = useTranslations('servers');
  const ui = useTranslations('ui');
  const isPending = all === undefined;
  const live = once(all ?? []);
  return (
    <section className="mb-6" aria-label={t('liveNow')}>
      <h2 className="mb-3 font-semibold text-lead">{t('liveNow')}</h2>
      {isPending && (
        <Loading label={ui('loading')} className={rowClass}>
          <Skeleton className="h-[66px] w-44 rounded-panel" />
        </Loading>
      )}
      {!isPending && live.length === 0 && <p className="text-muted">{t('nobodyLive')}</p>}
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
