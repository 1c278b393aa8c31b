'use client';

import type { MediaItem, MediaItemId, MediaRoom } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { useSingleKeys } from '../../../../shell/shortcuts/use-single-keys.ts';
import { toast } from '../../../../shell/toast.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../ui/card.tsx';
import { cx } from '../../../../ui/cx.ts';
import { actOnItem } from '../../api.ts';
import { FactsLine, SenderLine, useTitle, VideoLine } from '../../video-line.tsx';
import type { PlayerOrigins } from '../frames.ts';
import { ItemMenu } from './item-menu.tsx';
import { Preview } from './preview.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';

/** Lists requests to approve. Keys decide on the selected one; on a phone, the two buttons fill the width. */
export function Pending({ userId, room, players }: { userId: UserId; room: MediaRoom; players: PlayerOrigins }) {
  const t = useTranslations('media-sharing.pending');
  const { pending } = room;
  const act = useMutation(actOnItem(useQueryClient(), userId));
  const [markedId, mark] = useState<MediaItemId | null>(null);
  const [refused, refuse] = useState<MediaItem | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const marked = pending.find(({ itemId }) => itemId === markedId) ?? pending[0];

  const approve = ({ itemId }: MediaItem) =>
    act.mutate(
      { itemId, action: 'approve' },
      { onSuccess: (sentence) => void toast('success', { title: sentence, id: 'media-decision' }) },
    );
  const go = (by: 1 | -1) => {
    const at = marked ? pending.indexOf(marked) : -1;
    const next = pending[Math.min(pending.length - 1, Math.max(0, at + by))];
    if (!next) return;
    mark(next.itemId);
    list.current?.querySelector<HTMLElement>(`[data-item="${next.itemId}"]`)?.focus();
  };
  useSingleKeys({
    // A held key would approve requests before the moderator has seen them.
    a: ({ repeat }) => !repeat && marked && approve(marked),
    r: ({ repeat }) => !repeat && marked && refuse(marked),
    j: () => go(1),
    k: () => go(-1),
  });

  return (
    <Card aria-label={t('title')}>
      <CardHeader
        title={
          <span className="flex items-baseline gap-2">
            {t('title')}
            <span className="figures text-muted text-small">{pending.length}</span>
          </span>
        }
        actions={
          pending.length > 0 && (
            <span className="text-muted text-small max-sm:hidden pointer-coarse:hidden">{t('keys')}</span>
          )
        }
      />
      {pending.length === 0 ? (
        <CardBody>
          <p className="text-muted">{t('empty')}</p>
        </CardBody>
      ) : (
        <ul ref={list} className="mt-3 border-t border-line">
          {pending.map((item) => (
            <Row
              key={item.itemId}
              item={item}
              menu={<ItemMenu userId={userId} item={item} action="refuse" />}
              preview={<Preview item={item} players={players} />}
              isMarked={item === marked}
              onMark={() => mark(item.itemId)}
              onApprove={() => approve(item)}
              onRefuse={() => refuse(item)}
            />
          ))}
        </ul>
      )}
      {refused && <RefuseDialog key={refused.itemId} userId={userId} item={refused} onClose={() => refuse(null)} />}
    </Card>
  );
}

/** One request with its facts and the buttons to approve or refuse it. */
export function Row({
  item,
  menu,
  preview,
  isMarked,
  onMark,
  onApprove,
  onRefuse,
}: {
  item: MediaItem;
  menu?: ReactNode;
  preview?: ReactNode;
  isMarked: boolean;
  onMark?: () => void;
  onApprove: () => void;
  onRefuse: () => void;
}) {
  const t = useTranslations('media-sharing.pending');
  const titleOf = useTitle();
  const title = titleOf(item);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the mark follows the focus
    <li
      data-item={item.itemId}
      tabIndex={-1}
      aria-current={isMarked || undefined}
      onFocus={onMark}
      className={cx(
        'grid gap-3 border-b border-line px-5 py-4 outline-offset-[-2px] last:border-b-0',
        isMarked && 'shadow-[inset_2px_0_0_var(--color-text)] rtl:shadow-[inset_-2px_0_0_var(--color-text)]',
      )}
    >
      <div className="flex items-start gap-1">
        <VideoLine
          item={item}
          under={
            <>
              <FactsLine item={item} />
              <SenderLine item={item} withRecord />
            </>
          }
        />
        {menu}
      </div>
      {preview}
      <div className="grid grid-cols-[2fr_1fr] gap-2 sm:flex">
        <Button
          icon={Check}
          variant="primary"
          aria-label={t('approveOne', { title })}
          {...(isMarked ? { 'aria-keyshortcuts': 'a' } : {})}
          className="max-sm:h-12"
          onClick={onApprove}
        >
          {t('approve')}
        </Button>
        <Button
          icon={X}
          aria-label={t('refuseOne', { title })}
          {...(isMarked ? { 'aria-keyshortcuts': 'r' } : {})}
          className="max-sm:h-12"
          onClick={onRefuse}
        >
          {t('refuse')}
        </Button>
      </div>
    </li>
  );
}
