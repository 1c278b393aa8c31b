'use client';

import type { MediaItem } from '@tally/contract/media-sharing/views';
import { Film } from 'lucide-react';
import { useState } from 'react';
import { proxied } from '../../lib/proxy/proxied.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { videoTime } from './format.ts';

type Shown = Pick<MediaItem, 'picture' | 'lengthSeconds' | 'kind'>;

/** A video's picture with its length. We proxy it, so the host learns nothing about pending requests. */
export function VideoPicture({ video, className }: { video: Shown; className?: string }) {
  const { lengthSeconds } = video;
  const picture = proxied(video.picture);
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className={cx(
        'relative flex aspect-video w-24 shrink-0 items-center justify-center self-start overflow-hidden rounded-mark bg-raised text-faint',
        className,
      )}
    >
      <Icon of={Film} size={18} />
      {picture !== null && broken !== picture && (
        // oxlint-disable-next-line nextjs/no-img-element -- small already, and made by us
        <img
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(picture)}
          className="absolute inset-0 size-full bg-raised object-cover"
        />
      )}
      {lengthSeconds !== null && (
        <span dir="ltr" className="figures absolute end-1 bottom-1 rounded-mark bg-black px-1 text-[11px] text-white">
          {videoTime(lengthSeconds)}
        </span>
      )}
    </span>
  );
}
