'use client';

import type { MediaItem, MediaRoom } from '@tally/contract/media-sharing/views';
import { useNow, useTranslations } from 'next-intl';
import { videoTime } from '../../format.ts';
import { secondNow } from '../../second-now.ts';
import { useTitle } from '../../video-line.tsx';

/** Shows a video's position, which also advances between the player's reports. */
export function Progress({ room, item, receivedAt }: { room: MediaRoom; item: MediaItem; receivedAt: number }) {
  const t = useTranslations('media-sharing.controls');
  const titleOf = useTitle();
  const now = useNow({ updateInterval: 500 });
  const end = item.lengthSeconds;
  const second = secondNow({ room, receivedAt, now: Math.max(receivedAt, now.getTime()), end });
  return (
    <div className="flex items-center gap-3">
      {end !== null && (
        <progress
          aria-label={t('progress', { title: titleOf(item) })}
          aria-valuetext={t('progressValue', { now: videoTime(second), end: videoTime(end) })}
          max={end}
          value={Math.floor(second)}
          className="h-1.5 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-ink"
        />
      )}
      <span dir="ltr" className="figures text-muted text-small">
        {end === null ? videoTime(second) : `${videoTime(second)} / ${videoTime(end)}`}
      </span>
    </div>
  );
}
