'use client';

import type { MediaRoom } from '@tally/contract/media-sharing/views';
import { useLocale, useNow, useTranslations } from 'next-intl';
import { relativeTime } from '../../../lib/words/format.ts';
import { Lamp } from '../../../ui/lamp.tsx';

/** Shows whether OBS is displaying this room right now. */
export function PlayerLamp({ room: { player, playing, paused } }: { room: MediaRoom }) {
  const t = useTranslations('media-sharing.lamp');
  const locale = useLocale();
  const now = useNow({ updateInterval: 30_000 });
  const { isConnected, lastSeenAt } = player;
  return (
    <span className="inline-flex items-center gap-2 text-small">
      {isConnected ? (
        <Lamp size={16} isLive={playing !== null && !paused} />
      ) : (
        <span aria-hidden className="m-1 size-2 rounded-full border border-control" />
      )}
      <output className={isConnected ? undefined : 'text-muted'}>
        {isConnected
          ? t('on')
          : lastSeenAt === null
            ? t('off')
            : t('lastSeen', { time: relativeTime(lastSeenAt, now, locale) })}
      </output>
    </span>
  );
}
