'use client';

import type { Streamer } from '@tally/contract/notifications/streamers';
import { Trash2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Kbd } from '../../../../ui/kbd.tsx';
import { type BulkKind, canPause, canResume } from './steps.ts';

/** The bar at the bottom while more than one streamer is selected. */
export const BulkBar = memo(function BulkBar({
  streamers,
  hidden,
  onOpen,
  onClear,
}: {
  streamers: readonly Streamer[];
  /** How many selected streamers the filter hides. */
  hidden: number;
  onOpen: (kind: BulkKind) => void;
  onClear: () => void;
}) {
  const t = useTranslations('notifications.bulk');
  const count = streamers.length;
  return (
    <section
      aria-label={t('label')}
      className="flex flex-wrap items-center gap-2 rounded-panel border border-line bg-raised p-2.5 ps-4 shadow-float max-sm:rounded-b-none max-sm:border-x-0 max-sm:px-4 max-sm:pb-[max(10px,env(safe-area-inset-bottom))]"
    >
      <output className="me-auto pe-2 font-semibold">
        <span className="whitespace-nowrap tabular-nums">{t('selected', { count })}</span>
        {hidden > 0 && (
          <span className="block font-normal text-muted text-small">{t('hidden', { count: hidden })}</span>
        )}
      </output>
      <Button variant="ghost" onClick={onClear} className="lg:order-last">
        <span className="sr-only">{t('clear')}</span>
        <Icon of={X} className="lg:hidden" />
        <span className="max-lg:hidden" dir="ltr">
          <Kbd>{'Esc'}</Kbd>
        </span>
      </Button>
      <div className="flex flex-wrap gap-2 max-lg:w-full max-lg:[&>button]:flex-1">
        <Button onClick={() => onOpen('channel')}>{t('channel')}</Button>
        <Button onClick={() => onOpen('ping')}>{t('ping')}</Button>
        <Button onClick={() => onOpen('message')}>{t('message')}</Button>
        <Button onClick={() => onOpen('pause')} disabled={!streamers.some(canPause)}>
          {t('pause')}
        </Button>
        <Button onClick={() => onOpen('resume')} disabled={!streamers.some(canResume)}>
          {t('resume')}
        </Button>
        <Button icon={Trash2} variant="danger" onClick={() => onOpen('delete')}>
          {t('delete', { count })}
        </Button>
      </div>
    </section>
  );
});
