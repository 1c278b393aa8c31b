'use client';

import type { StreamerInDetail } from '@tally/contract/notifications/streamers';
import type { ServerId, UserId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isolated } from '../../../lib/words/mentions.ts';
import { useBotName } from '../../../shell/server/other-bots.ts';
import { Button } from '../../../ui/button.tsx';
import { setPaused } from '../api.ts';

/** Shown while posts are paused until another bot leaves. A manager can start them earlier. */
export function StartsAfter({ streamer }: { streamer: StreamerInDetail }) {
  return (
    streamer.startsAfter && <Waiting streamer={streamer} serverId={streamer.guildId} botId={streamer.startsAfter} />
  );
}

function Waiting({ streamer, serverId, botId }: { streamer: StreamerInDetail; serverId: ServerId; botId: UserId }) {
  const t = useTranslations('notifications.startsAfter');
  const bot = isolated(useBotName(serverId, botId));
  const start = useMutation(setPaused(useQueryClient(), { serverId, platform: streamer.platform }));
  return (
    <section
      aria-label={t('badge', { bot })}
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">{t('badge', { bot })}</p>
        <p className="text-muted text-small">{t('text', { bot })}</p>
      </div>
      <Button
        isPending={start.isPending}
        onClick={() =>
          start.mutate({ streamer: { ...streamer, usersForLiveRole: [], pauseReason: 'otherBot' }, paused: false })
        }
      >
        {t('startNow')}
      </Button>
    </section>
  );
}
