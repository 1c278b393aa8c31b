'use client';

import type { EmotePlatform } from '@tally/contract/emotes/calls';
import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memories, useRemembered } from '../../../lib/drafts/remembered.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import type { Shown } from './api.ts';
import { SavingText } from './saving-text.tsx';
import { useZips } from './use-zips.ts';

/** Downloads every emote of the channel in its largest size. */
export function DownloadAll({
  platform,
  channel,
  emotes,
}: {
  platform: EmotePlatform;
  channel: string;
  emotes: readonly Shown[];
}) {
  const t = useTranslations('emotes');
  const [last] = useRemembered(memories.lastSelection);
  const { state, save, stop } = useZips({ platform, channel });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <output className="text-muted text-small">
        <SavingText state={state} />
      </output>
      {state.kind === 'saved' && (
        <a className={buttonClass('ghost')} href={last.startsWith('server/') ? `/dashboard/${last}/emotes` : '/select'}>
          {t('next')}
        </a>
      )}
      {state.kind === 'busy' ? (
        <Button onClick={stop}>{t('cancel')}</Button>
      ) : (
        <Button icon={Download} onClick={() => void save(emotes, { size: 'large', format: 'original' })}>
          {t('downloadAll', { count: emotes.length })}
        </Button>
      )}
    </div>
  );
}
