'use client';

import { Ellipsis, Pause, Play, Send, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { OnDemand } from '../../../ui/layers/on-demand.tsx';
import type { RowMenuProps } from './row-menu.tsx';

const loadMenu = () => import('./row-menu.tsx').then((module) => module.RowMenu);

/**
 * Shows buttons if there is space, otherwise a menu next to the test. It must stay light, because a page may have
 * hundreds.
 */
export function RowActions(props: RowMenuProps) {
  const { row, deeds } = props;
  const t = useTranslations('notifications');
  const { name, streamer } = row;
  const isWaiting = streamer.pauseReason === 'otherBot';
  const isPaused = streamer.paused === true || isWaiting;
  const test = (
    <IconButton label={t('sendTestTo', { name })} title={t('sendTest')} onClick={() => deeds.test(streamer)}>
      <Icon of={Send} className="rtl:-scale-x-100" />
    </IconButton>
  );
  return (
    <>
      <div className="flex items-center justify-end @max-4xl:hidden">
        {test}
        <IconButton
          label={isPaused ? t(isWaiting ? 'startsAfter.startOne' : 'resumeOne', { name }) : t('pauseOne', { name })}
          title={isPaused ? t(isWaiting ? 'startsAfter.startNow' : 'resume') : t('pause')}
          onClick={() => deeds.pause(streamer, !isPaused)}
        >
          <Icon of={isPaused ? Play : Pause} />
        </IconButton>
        <IconButton
          icon={Trash2}
          label={t('removeOne', { name })}
          title={t('remove')}
          onClick={() => deeds.remove(streamer)}
        />
      </div>
      <div className="flex items-center @4xl:hidden">
        {test}
        <OnDemand load={loadMenu} props={props} kind="menu">
          {(handlers) => <IconButton icon={Ellipsis} label={t('moreOne', { name })} title={t('more')} {...handlers} />}
        </OnDemand>
      </div>
    </>
  );
}
