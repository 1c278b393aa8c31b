'use client';

import type { StickyMessage } from '@tally/contract/message-editor/bodies';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ChannelId } from '@tally/contract/wire/ids';
import { parseMarkdown, plainText } from '@tally/message/markdown';
import { useQuery } from '@tanstack/react-query';
import { Pin, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { plainMentions } from '../../lib/words/mentions.ts';
import { LimitedList } from '../../shell/limited-list.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { ToolPosts } from '../../shell/server/tool-posts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWhen } from './field-words.ts';

export function StickyList({
  server,
  removing,
  onOpen,
  onRemove,
}: {
  server: GuildInfo;
  removing: ChannelId | undefined;
  onOpen: (channel: string) => void;
  onRemove: (sticky: StickyMessage) => void;
}) {
  const t = useTranslations('sticky-message');
  const { stickyMessages: stickies } = server;
  return (
    <LimitedList home="sticky-message" server={server} count={stickies.length} onAdd={() => onOpen('new')}>
      <ul aria-label={t('title')} className="rounded-panel border border-line bg-surface">
        {stickies.map((sticky) => (
          <Row
            key={sticky.channelId}
            server={server}
            sticky={sticky}
            onOpen={() => onOpen(sticky.channelId)}
            isRemoving={removing === sticky.channelId}
            onRemove={onRemove}
          />
        ))}
      </ul>
      <ToolPosts serverId={server.guildId} tool="sticky-message" />
    </LimitedList>
  );
}

interface RowProps {
  readonly server: GuildInfo;
  readonly sticky: StickyMessage;
  readonly isRemoving: boolean;
  readonly onOpen: () => void;
  readonly onRemove: (sticky: StickyMessage) => void;
}

function Row({ server, sticky, isRemoving, onOpen, onRemove }: RowProps) {
  const t = useTranslations('sticky-message');
  const tools = useTranslations('servers.tool');
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
            {sticky.enabled === false && <Badge>{tools('off')}</Badge>}
            {sticky.pausedBy !== null && <Badge tone="warn">{t(`paused.${sticky.pausedBy}`)}</Badge>}
          </span>
          <span className="block text-muted text-small">{useWhen(sticky)}</span>
          {/* Truncates at the end of the text, even if the page has the other direction. */}
          <span className="flex text-small">
            <bdi className="min-w-0 truncate">{words}</bdi>
          </span>
        </span>
      </button>
      <RemoveSticky server={server} sticky={sticky} isBusy={isRemoving} onRemove={onRemove} />
    </li>
  );
}

export function RemoveSticky({
  server,
  sticky,
  isBusy,
  onRemove,
}: {
  server: GuildInfo;
  sticky: StickyMessage;
  isBusy: boolean;
  onRemove: (sticky: StickyMessage) => void;
}) {
  const t = useTranslations('sticky-message');
  const channel = useChannelName(server, sticky.channelId);
  return (
    <IconButton icon={Trash2} label={t('removeOf', { channel })} onClick={() => onRemove(sticky)} disabled={isBusy} />
  );
}

/** Returns one line of the text, without Discord's markup and with names for ids. */
function useWords(server: GuildInfo, { content, embed }: StickyMessage): string {
  const known = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data ?? {};
  const text = content || embed?.title || embed?.description || '';
  return plainMentions(plainText(parseMarkdown(text)), known).replace(/\s+/g, ' ');
}

function useChannelName(server: GuildInfo, channelId: ChannelId): string {
  const t = useTranslations('sticky-message');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const channel = discord?.channels?.find((each) => each.id === channelId);
  if (channel) return `#${channel.name}`;
  return discord ? t('unknownChannel') : '…';
}
