'use client';

import type { MediaItem } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, Ellipsis, ListStart, Trash2, UserX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isolated } from '../../../../lib/words/mentions.ts';
import { toast } from '../../../../shell/toast.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../../ui/layers/menu.tsx';
import { actOnItem, type ItemDeed } from '../../api.ts';
import { useTitle } from '../../video-line.tsx';

/** The other actions on a request. A ban also removes the request. */
export function ItemMenu({
  userId,
  item,
  action,
  canGoFirst = false,
}: {
  userId: UserId;
  item: MediaItem;
  /** The action that removes the request from the queue. */
  action: 'refuse' | 'remove';
  canGoFirst?: boolean;
}) {
  const t = useTranslations('media-sharing.queue');
  const titleOf = useTitle();
  const act = useMutation(actOnItem(useQueryClient(), userId));
  const run = (deed: Omit<ItemDeed, 'itemId'>) =>
    act.mutate(
      { itemId: item.itemId, ...deed },
      { onSuccess: (sentence) => void toast('success', { title: sentence }) },
    );
  return (
    <Menu
      align="end"
      className="max-w-[min(320px,calc(100vw-16px))]"
      trigger={<IconButton icon={Ellipsis} label={t('more', { title: titleOf(item) })} />}
    >
      {canGoFirst && (
        <MenuItem icon={<Icon of={ListStart} />} onSelect={() => run({ action: 'playNext' })}>
          {t('playNext')}
        </MenuItem>
      )}
      {action === 'remove' && (
        <MenuItem icon={<Icon of={Trash2} />} onSelect={() => run({ action })}>
          {t('remove')}
        </MenuItem>
      )}
      {item.sender && (
        <MenuItem icon={<Icon of={UserX} />} onSelect={() => run({ action, ban: 'person' })}>
          <span className="min-w-0 py-1.5 wrap-anywhere">{t('banPerson', { name: isolated(item.sender.name) })}</span>
        </MenuItem>
      )}
      <MenuItem icon={<Icon of={Ban} />} onSelect={() => run({ action, ban: 'video' })}>
        {t('banVideo')}
      </MenuItem>
      {item.channelId !== null && (
        <MenuItem icon={<Icon of={Ban} />} onSelect={() => run({ action, ban: 'channel' })}>
          {t('banChannel')}
        </MenuItem>
      )}
    </Menu>
  );
}
