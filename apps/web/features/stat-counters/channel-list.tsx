'use client';

import { counterTypes } from '@tally/contract/servers/parts';
import type { StatCounter } from '@tally/contract/stat-counters/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Hash, Volume2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { discordDataQuery } from '../../shell/server/api.ts';
import { Icon } from '../../ui/icon.tsx';
import '../message-editor/preview/discord.css';
import { type Counted, counterPreviewQuery, isOf } from './api.ts';

const SHOWN_CHANNELS = 4;

/** Draws Discord's channel list with the server's counters and those that can be added. */
export function ChannelList({
  serverId,
  counters,
  chosen,
}: {
  serverId: ServerId;
  counters: readonly StatCounter[];
  /** The streamer whose counters can be added. */
  chosen: Counted | null;
}) {
  const t = useTranslations('stat-counters');
  const { channels = [] } = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data ?? {};
  const names = useQuery(counterPreviewQuery(serverId, chosen)).data;
  const made = counters.filter(({ pauseReason }) => pauseReason !== 'channelGone');
  const offered = counterTypes.flatMap((type) => {
    const isMade = made.some((each) => isOf(each, type, chosen ?? { platform: 'kick', name: '' }));
    return isMade ? [] : (names?.[type] ?? []);
  });
  const texts = channels.filter(({ type }) => type === 'text').toSorted((one, other) => one.position - other.position);
  return (
    <figure className="discord rounded-card border border-line p-4" aria-label={t('list')}>
      <ul>
        {made.map(({ channelId, name }) => (
          <Channel key={channelId} of={Volume2} name={name} />
        ))}
        {offered.map((name) => (
          <Channel key={name} of={Volume2} name={name} note={t('notMade')} />
        ))}
        {texts.slice(0, SHOWN_CHANNELS).map(({ id, name }) => (
          <Channel key={id} of={Hash} name={name} />
        ))}
      </ul>
      <figcaption className="mt-4 text-[var(--d-muted)] text-small">{t('hint')}</figcaption>
    </figure>
  );
}

const Channel = ({ of, name, note }: { of: typeof Hash; name: string; note?: string }) => (
  <li className="flex min-h-8 items-center gap-2 px-2 text-[var(--d-muted)]">
    <Icon of={of} size={18} className="shrink-0" />
    <bdi className="min-w-0 truncate font-medium">{name}</bdi>
    {note && <span className="ms-auto shrink-0 text-small">{note}</span>}
  </li>
);
