'use client';

import { Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLink } from '../../../ui/layers/menu.tsx';
import { editorPath } from '../editor-path.ts';
import type { Listed } from './arrange.ts';
import type { RowDeeds } from './use-deeds.ts';

export interface RowMenuProps {
  row: Listed;
  deeds: RowDeeds;
}

/** The menu with the actions for one streamer, if there is no space for buttons. */
export function RowMenu({ row: { name, streamer }, deeds }: RowMenuProps) {
  const t = useTranslations('notifications');
  const isWaiting = streamer.pauseReason === 'otherBot';
  const isPaused = streamer.paused === true || isWaiting;
  return (
    <Menu defaultOpen align="end" trigger={<IconButton icon={Ellipsis} label={t('moreOne', { name })} />}>
      <MenuLink href={editorPath(streamer)} icon={<Icon of={Pencil} />}>
        {t('edit')}
      </MenuLink>
      <MenuItem onSelect={() => deeds.pause(streamer, !isPaused)} icon={<Icon of={isPaused ? Play : Pause} />}>
        {isPaused ? t(isWaiting ? 'startsAfter.startNow' : 'resume') : t('pause')}
      </MenuItem>
      <MenuItem onSelect={() => deeds.remove(streamer)} icon={<Icon of={Trash2} />}>
        {t('remove')}
      </MenuItem>
    </Menu>
  );
}
