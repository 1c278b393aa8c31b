'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../../shell/fetching.tsx';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { addFiller, fillersQuery, removeFiller } from '../api.ts';
import { LinkForm } from '../link-form.tsx';
import { useTitle, VideoLine } from '../video-line.tsx';
import { Waiting } from '../waiting.tsx';

/** The videos that play while there are no requests. Only the owner can change them; helpers can see them. */
export function Fillers({ userId, isOwner }: { userId: UserId; isOwner: boolean }) {
  const t = useTranslations('media-sharing.fillers');
  const titleOf = useTitle();
  const client = useQueryClient();
  const list = useQuery(fillersQuery(userId));
  const add = useCreate(addFiller(client, userId));
  const remove = useMutation(removeFiller(client, userId));
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-muted">{t('text')}</p>
      {isOwner && <LinkForm label={t('label')} hint={t('hint')} button={t('add')} adding={add} />}
      {!list.data && (
        <Fetching {...list}>
          <Waiting />
        </Fetching>
      )}
      {list.data?.length === 0 && <EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      {list.data && list.data.length > 0 && (
        <ul className="rounded-panel border border-line bg-surface">
          {list.data.map((video) => (
            <li key={video.fillerId} className="flex items-start gap-1 border-b border-line px-4 py-3 last:border-b-0">
              <VideoLine item={video} />
              {isOwner && (
                <IconButton
                  icon={Trash2}
                  label={t('remove', { title: titleOf(video) })}
                  disabled={remove.isPending && remove.variables === video.fillerId}
                  onClick={() =>
                    remove.mutate(video.fillerId, {
                      onSuccess: (sentence) => void toast('success', { title: sentence }),
                    })
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
