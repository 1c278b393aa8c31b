'use client';

import type { StickyMessage } from '@tally/contract/message-editor/bodies';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ChannelId } from '@tally/contract/wire/ids';
import { NO_RECORD } from '@tally/contract/wire/record-version';
import { parseMarkdown, plainText } from '@tally/message/markdown';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pin, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { plainMentions } from '../../lib/words/mentions.ts';
import { UndoRemoval } from '../../shell/drafts/undo-bar.tsx';
import { LimitedList } from '../../shell/limited-list.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { removeSticky, saveSticky } from './api.ts';
import { limits } from './draft-of.ts';

export function StickyList({ server, onOpen }: { server: GuildInfo; onOpen: (channel: string) => void }) {
  const t = useTranslations('sticky-message');
  const client = useQueryClient();
  const [removed, setRemoved] = useState<StickyMessage | null>(null);
  const remove = useMutation(removeSticky(client, server.guildId));
  const save = useMutation(saveSticky(client, server.guildId));
  const { stickyMessages: stickies } = server;
  return (
    <>
      <LimitedList home="sticky-message" server={server} count={stickies.length} onAdd={() => onOpen('new')}>
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
      </LimitedList>
      {removed && (
        <UndoRemoval
          key={removed.channelId}
          sentence={t('removed')}
          bringBack={() => save.mutateAsync({ body: removed, version: NO_RECORD })}
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
  const words = useWords(server, sticky);
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
          {/* Cut short at its own end, also where the page runs the other way. */}
          <span className="flex text-small">
            <bdi className="min-w-0 truncate">{words}</bdi>
          </span>
        </span>
      </button>
      <IconButton label={t('removeOf', { channel: name })} onClick={onRemove} disabled={isRemoving}>
        <Icon of={Trash2} />
      </IconButton>
    </li>
  );
}

/** One line of what it says: without the marks of Discord's text, and with names for ids. */
function useWords(server: GuildInfo, { content, embed }: StickyMessage): string {
  const known = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data ?? {};
  const text = content || embed?.title || embed?.description || '';
  return plainMentions(plainText(parseMarkdown(text)), known).replace(/\s+/g, ' ');
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
