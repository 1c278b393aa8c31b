'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { DEFAULT_STAR, DEFAULT_THRESHOLD, type Starboard } from '@tally/contract/starboard/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { discordDataQuery } from '../../shell/server/api.ts';
import { EmojiPicture } from '../../shell/server/emoji-picture.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Confirm } from '../../ui/layers/confirm.tsx';
import { changeStarboard, removeStarboard } from './api.ts';

export function BoardRow({ server, board, onEdit }: { server: GuildInfo; board: Starboard; onEdit: () => void }) {
  const t = useTranslations('starboard');
  const client = useQueryClient();
  const toggle = useMutation(changeStarboard(client, server.guildId));
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles', 'emojis'])).data;
  const name = useBoardName(server, board);
  const picture = discord?.emojis?.list.find((emoji) => emoji.id === board.emojiId)?.url;
  const isOn = toggle.isPending ? toggle.variables.patch.enabled === true : board.enabled !== false;
  return (
    <li className="flex items-center gap-2 border-b border-line px-2 last:border-b-0">
      <button
        type="button"
        onClick={onEdit}
        className="flex min-h-[68px] min-w-0 flex-1 items-center gap-3 rounded-control p-2 text-start hover:bg-raised"
      >
        <span aria-hidden className="flex size-8 shrink-0 items-center justify-center text-title">
          {picture ? <EmojiPicture url={picture} className="size-6" /> : (board.emojiName ?? DEFAULT_STAR)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="font-semibold">{name}</bdi>
            {board.pausedBy !== null && <Badge tone="warn">{t(`paused.${board.pausedBy}`)}</Badge>}
          </span>
          <span className="block text-muted text-small">
            {t('rule', { threshold: board.threshold ?? DEFAULT_THRESHOLD })}
          </span>
          <span className="block text-muted text-small">{t('counts', { posts: board.posts, stars: board.stars })}</span>
        </span>
      </button>
      <Switch
        aria-label={t('onOf', { channel: name })}
        checked={isOn}
        onChange={(enabled) => toggle.mutate({ which: board.channelId, patch: { enabled } })}
        disabled={toggle.isPending}
      />
      <RemoveBoard server={server} board={board} />
    </li>
  );
}

export function RemoveBoard({
  server,
  board,
  onRemoved,
}: {
  server: GuildInfo;
  board: Starboard;
  onRemoved?: () => void;
}) {
  const t = useTranslations('starboard');
  const client = useQueryClient();
  const remove = useMutation(removeStarboard(client, server.guildId));
  const channel = useBoardName(server, board);
  return (
    <Confirm
      title={t('removeTitle', { channel })}
      description={t('removeText', { posts: board.posts })}
      trigger={<IconButton icon={Trash2} label={t('removeOf', { channel })} />}
      verb={t('remove')}
      icon={<Icon of={Trash2} />}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(board.channelId, { onSuccess: () => onRemoved?.() })}
    />
  );
}

function useBoardName(server: GuildInfo, { channelId }: Starboard): string {
  const t = useTranslations('starboard');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles', 'emojis'])).data;
  const channel = discord?.channels?.find((each) => each.id === channelId);
  if (channel) return `#${channel.name}`;
  return discord ? t('unknownChannel') : '…';
}
