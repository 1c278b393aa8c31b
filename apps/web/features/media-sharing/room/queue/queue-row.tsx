'use client';

import type { MediaItem } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { cx } from '../../../../ui/cx.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SenderLine, useTitle, VideoLine } from '../../video-line.tsx';
import { ItemMenu } from './item-menu.tsx';

/** A waiting request. */
export function QueueRow({
  userId,
  item,
  place,
  count,
  dragged,
  onMove,
  ...drag
}: {
  userId: UserId;
  item: MediaItem;
  place: number;
  count: number;
  /** The side of this row on which the dragged row would be dropped. */
  dragged: 'above' | 'below' | null;
  onMove: (by: 1 | -1) => void;
  onDragStart: () => void;
  onDragOver: () => void;
  onDragEnd: () => void;
  onDrop: () => void;
}) {
  const t = useTranslations('media-sharing.queue');
  const titleOf = useTitle();
  const title = titleOf(item);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same for keys
    <li
      data-item={item.itemId}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        drag.onDragStart();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        drag.onDragOver();
      }}
      onDragEnd={drag.onDragEnd}
      onDrop={(event) => {
        event.preventDefault();
        drag.onDrop();
      }}
      className={cx(
        'flex flex-wrap items-center gap-x-3 border-b border-line py-2.5 ps-3 pe-2',
        dragged === 'above' && 'shadow-[inset_0_2px_0_var(--color-text)]',
        dragged === 'below' && 'shadow-[inset_0_-2px_0_var(--color-text)]',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-72 gap-2">
        <span className="shrink-0 cursor-grab text-faint max-sm:hidden pointer-coarse:hidden">
          <Icon of={GripVertical} />
        </span>
        <span aria-hidden className="figures w-6 shrink-0 text-center text-muted">
          {place + 1}
        </span>
        <VideoLine item={item} under={<SenderLine item={item} />} />
      </div>
      <span className="ms-auto flex shrink-0">
        <IconButton
          icon={ArrowUp}
          data-move
          label={t('up', { title })}
          disabled={place === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          data-move
          label={t('down', { title })}
          disabled={place === count - 1}
          onClick={() => onMove(1)}
        />
        <ItemMenu userId={userId} item={item} action="remove" canGoFirst={place > 0} />
      </span>
    </li>
  );
}
