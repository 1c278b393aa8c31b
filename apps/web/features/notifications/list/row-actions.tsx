'use client';

import type { DiscordGuildData } from '@tally/contract/servers';
import type { Streamer } from '@tally/contract/streamers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pause, Play, Send, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { plainMentions } from '../../../lib/mentions.ts';
import { toast } from '../../../shell/toast.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { type ListAddress, sendTest, setPaused } from '../api.ts';

export function RowActions({
  address,
  streamer,
  discord,
  onRemove,
}: {
  address: ListAddress;
  streamer: Streamer;
  discord: DiscordGuildData | undefined;
  onRemove: () => void;
}) {
  const t = useTranslations('notifications');
  const client = useQueryClient();
  const test = useMutation(sendTest(client));
  const pause = useMutation(setPaused(client, address));
  const name = streamer.displayName ?? streamer.streamerUserName;
  const isPaused = streamer.paused === true;
  const sendNow = () =>
    test.mutate(streamer, {
      onSuccess: (sentence) => void toast('success', { title: plainMentions(sentence, discord ?? {}) }),
    });
  return (
    <div className="flex items-center justify-end">
      <Tooltip text={t('sendTest')}>
        <IconButton label={t('sendTestTo', { name })} onClick={sendNow} disabled={test.isPending}>
          <Icon of={Send} className="rtl:-scale-x-100" />
        </IconButton>
      </Tooltip>
      <Tooltip text={isPaused ? t('resume') : t('pause')}>
        <IconButton
          label={isPaused ? t('resumeOne', { name }) : t('pauseOne', { name })}
          onClick={() => pause.mutate({ streamer, paused: !isPaused })}
        >
          <Icon of={isPaused ? Play : Pause} />
        </IconButton>
      </Tooltip>
      <Tooltip text={t('remove')}>
        <IconButton label={t('removeOne', { name })} onClick={onRemove}>
          <Icon of={Trash2} />
        </IconButton>
      </Tooltip>
    </div>
  );
}
