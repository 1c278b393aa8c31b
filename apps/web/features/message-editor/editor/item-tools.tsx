'use client';

import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '../../../ui/icon-button.tsx';

/** Up, down and remove for a list item, by mouse and keyboard. */
export function ItemTools({
  what,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: {
  what: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  const t = useTranslations('message-editor.list');
  return (
    <div className="flex shrink-0">
      <IconButton icon={ArrowUp} data-move label={t('up', { what })} disabled={isFirst} onClick={() => onMove(-1)} />
      <IconButton icon={ArrowDown} data-move label={t('down', { what })} disabled={isLast} onClick={() => onMove(1)} />
      <IconButton icon={Trash2} data-remove label={t('remove', { what })} onClick={onRemove} />
    </div>
  );
}
