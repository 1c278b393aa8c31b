'use client';

import type { ChannelId } from '@tally/contract/ids';
import type { StickyMessage } from '@tally/contract/message-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pin, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { isUnlimited } from '../../lib/plan-limit.ts';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { discordDataQuery } from '../servers/api.ts';
import { removeSticky } from './api.ts';
import { limits } from './draft-of.ts';
import { UndoRemoval } from './undo-bar.tsx';

export function StickyList({ server, onOpen }: { server: GuildInfo; onOpen: (channel: string) => void }) {
  const t = useTranslations('sticky-message');
  const client = useQueryClient();
  const [removed, setRemoved] = useState<StickyMessage | null>(null);
  const remove = useMutation(removeSticky(client, server.guildId));
  const { stickyMessages: stickies } = server;
  const limit = server.limits.maxStickyMessages;
  const locked = isLocked(server, 'StickyMessages');
  const add = (
    <Button variant="primary" onClick={() => onOpen('new')} disabled={locked || stickies.length >= limit}>
      <Icon of={Plus} />
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          <>
            {locked && <PremiumCrown flag="StickyMessages" />}
            {stickies.length > 0 && add}
          </>
        }
      >
        <Badge>
          {!isUnlimited(limit)
            ? t('use', { count: stickies.length, limit })
            : t('useUnlimited', { count: stickies.length })}
        </Badge>
      </PageHeader>
      {stickies.length >= limit && (
        <p className="mb-4 rounded-card border border-warn/45 p-3 text-warn">
          {t(stickies.length > limit ? 'overLimit' : 'full', { limit })}
        </p>
      )}
      {stickies.length === 0 ? (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={add} />
      ) : (
        <ul aria-label={t('title')} className="rounded-panel border border-line bg-surface">
          {stickies.map((sticky) => (
            <Row
              key={sticky.channelId}
              server={server}
              sticky={sticky}
              onOpen={() => onOpen(sticky.channelId)}
              isRemoving={remove.isPending && remove.variables === sticky.channelId}
              onRemove={() => remove.mutate(sticky.channelId, { onSuccess: () => setRemoved(sticky) })}
            />
          ))}
        </ul>
      )}
      {removed && (
        <UndoRemoval
          key={removed.channelId}
          serverId={server.guildId}
          removed={removed}
          onDone={() => setRemoved(null)}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly server: GuildInfo;
  readonly sticky: StickyMessage;
  readonly isRemoving: boolean;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Row({ server, sticky, isRemoving, onOpen, onRemove }: RowProps) {
  const t = useTranslations('sticky-message');
  const name = useChannelName(server, sticky.channelId);
  const words = sticky.content || sticky.embed?.title || sticky.embed?.description || '';
  return (
    <li className="flex items-center gap-2 border-b border-line px-2 last:border-b-0">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-[64px] min-w-0 flex-1 items-center gap-3 rounded-control p-2 text-start hover:bg-raised"
      >
        <Icon of={Pin} className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="font-semibold">{name}</bdi>
            {sticky.pausedBy !== null && <Badge tone="warn">{t(`paused.${sticky.pausedBy}`)}</Badge>}
          </span>
          <span className="block text-muted text-small">{useWhen(sticky)}</span>
          <bdi className="block truncate text-small">{words}</bdi>
        </span>
      </button>
      <IconButton label={t('removeOf', { channel: name })} onClick={onRemove} disabled={isRemoving}>
        <Icon of={Trash2} />
      </IconButton>
    </li>
  );
}

export function useChannelName(server: GuildInfo, channelId: ChannelId): string {
  const t = useTranslations('sticky-message');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const channel = discord?.channels?.find((each) => each.id === channelId);
  if (channel) return `#${channel.name}`;
  return discord ? t('unknownChannel') : '…';
}

function useWhen({ mode, everyMessages, minutes }: StickyMessage): string {
  const t = useTranslations('sticky-message.when');
  switch (mode) {
    case null:
    case 'everyMessage':
      return t('everyMessage');
    case 'everyMessages':
      return t('everyMessages', { count: everyMessages ?? limits.everyMessages.usual });
    case 'everyMinutes':
      return t('everyMinutes', { count: minutes ?? limits.minutes.usual });
    case 'afterQuiet':
      return t('afterQuiet', { count: minutes ?? limits.minutes.usual });
    default:
      return mode satisfies never;
  }
}
