'use client';

import type { MediaRoom } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmDeed } from '../../../../shell/confirm-deed.tsx';
import { useCreate } from '../../../../shell/use-create.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../ui/card.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { controlPlayer, moveItem, submitMedia } from '../../api.ts';
import { LinkForm } from '../../link-form.tsx';
import { beforeAt } from '../../room-after.ts';
import { QueueRow } from './queue-row.tsx';
import { useMovedFocus } from './use-moved-focus.ts';

/** The next videos, which can be reordered by mouse, finger or keyboard. */
export function Queue({ userId, room }: { userId: UserId; room: MediaRoom }) {
  const t = useTranslations('media-sharing.queue');
  const { queue } = room;
  const move = useMutation(moveItem(useQueryClient(), userId));
  const { list, moved, movedTo } = useMovedFocus(queue);
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null);

  function moveTo(from: number, to: number): void {
    const item = queue[from];
    if (!item || from === to || to < 0 || to >= queue.length) return;
    move.mutate({ itemId: item.itemId, before: beforeAt(queue, from, to) });
  }

  return (
    <Card aria-label={t('title')}>
      <CardHeader
        title={
          <span className="flex items-baseline gap-2">
            {t('title')}
            <span className="figures text-muted text-small">{queue.length}</span>
          </span>
        }
        actions={queue.length > 0 && <Clear userId={userId} count={queue.length} />}
      />
      {queue.length === 0 ? (
        <CardBody>
          <p className="font-semibold">{t('empty')}</p>
          <p className="text-muted">{t('emptyText')}</p>
        </CardBody>
      ) : (
        <div ref={list}>
          <ol className="mt-3 border-t border-line">
            {queue.map((item, place) => (
              <QueueRow
                key={item.itemId}
                userId={userId}
                item={item}
                place={place}
                count={queue.length}
                dragged={
                  drag && drag.from !== drag.over && drag.over === place
                    ? drag.from > place
                      ? 'above'
                      : 'below'
                    : null
                }
                onMove={(by) => {
                  moveTo(place, place + by);
                  moved(item.itemId, place, by);
                }}
                onDragStart={() => setDrag({ from: place, over: place })}
                onDragOver={() => drag && drag.over !== place && setDrag({ ...drag, over: place })}
                onDragEnd={() => setDrag(null)}
                onDrop={() => {
                  if (drag) moveTo(drag.from, place);
                  setDrag(null);
                }}
              />
            ))}
          </ol>
          <output className="sr-only">{movedTo === null ? '' : t('moved', { place: movedTo })}</output>
        </div>
      )}
      <SubmitForm userId={userId} room={room} />
    </Card>
  );
}

function Clear({ userId, count }: { userId: UserId; count: number }) {
  const t = useTranslations('media-sharing.queue');
  const control = useMutation(controlPlayer(useQueryClient(), userId));
  return (
    <ConfirmDeed
      title={t('clearTitle')}
      text={t('clearText', { count })}
      act={control}
      input={{ action: 'clear' }}
      label={
        <>
          <Icon of={Trash2} />
          {t('clear')} <span className="figures">{count}</span>
        </>
      }
      trigger={
        <Button icon={Trash2} size="compact" variant="ghost">
          {t('clear')}
        </Button>
      }
    />
  );
}

/** Lets a moderator add a video without approval. */
function SubmitForm({ userId, room }: { userId: UserId; room: MediaRoom }) {
  const t = useTranslations('media-sharing.submit');
  const submit = useCreate(submitMedia(useQueryClient(), userId));
  return (
    <div className="px-5 py-4">
      <LinkForm
        label={t('label')}
        hint={room.hasVideoKey ? t('hintSearches', { count: room.searchesLeft }) : t('hintNoKey')}
        button={t('add')}
        adding={submit}
      />
    </div>
  );
}
