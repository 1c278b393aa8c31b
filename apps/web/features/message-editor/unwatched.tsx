'use client';

import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import type { Platform } from '@tally/contract/platforms/platform';
import { CircleOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { platformNames } from '../../lib/words/platform-names.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Reach, unwatched } from './reach.ts';

/** Explains why clips or recordings are missing, with one sentence for each that this installation does not watch. */
export function Unwatched({
  platform,
  reach,
  types,
  className,
}: {
  platform: Platform;
  reach: Reach;
  /** Limits the explanation to the content that these message kinds need. */
  types?: readonly StreamerMessageType[];
  className?: string;
}) {
  const t = useTranslations('notifications.cannotTell');
  const missing = unwatched(platform, reach, types);
  if (missing.length === 0) return null;
  return (
    <ul className={cx('grid gap-1 text-muted text-small', className)}>
      {missing.map((medium) => (
        <li key={medium} className="flex items-start gap-2">
          <Icon of={CircleOff} size={14} className="mt-[3px] shrink-0" />
          {t(medium, { platform: platformNames[platform] })}
        </li>
      ))}
    </ul>
  );
}
