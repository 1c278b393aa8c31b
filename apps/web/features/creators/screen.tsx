'use client';

import type { Creator } from '@tally/contract/creators/calls';
import { fixedLimits } from '@tally/contract/premium/limits';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { UndoRemoval } from '../../shell/drafts/undo-bar.tsx';
import { Fetching } from '../../shell/fetching.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { useSingleKeys } from '../../shell/shortcuts/use-single-keys.ts';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { creatorsQuery, removeCreator, saveCreator } from './api.ts';
import { bodyOf, draftOf } from './editor/draft-of.ts';
import { CreatorSheet } from './editor/sheet.tsx';
import { CreatorRow } from './list/creator-row.tsx';

/** Lists people with several channels, each announced as one creator. */
export function CreatorsScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('creators');
  const creators = useQuery(creatorsQuery(serverId));
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const [edited, setEdited] = useState<Creator | 'new' | null>(null);
  const [removed, setRemoved] = useState<Creator | null>(null);
  const client = useQueryClient();
  const remove = useMutation(removeCreator(client, serverId));
  const save = useCreate(saveCreator(client, serverId));
  const list = creators.data ?? [];
  const mayAdd = creators.data !== undefined && list.length < fixedLimits.creators;
  useSingleKeys({ n: () => mayAdd && setEdited('new') });
  const add = (
    <Button icon={Plus} variant="primary" aria-keyshortcuts="n" onClick={() => setEdited('new')} disabled={!mayAdd}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={list.length > 0 && add} />
      {!creators.data && (
        <Fetching {...creators}>
          <Waiting />
        </Fetching>
      )}
      {creators.data?.length === 0 && <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={add} />}
      {list.length > 0 && (
        <ul aria-label={t('title')} className="overflow-hidden rounded-panel border border-line bg-surface">
          {list.map((creator) => (
            <CreatorRow
              key={creator.creatorId}
              creator={creator}
              discord={discord}
              onEdit={() => setEdited(creator)}
              onRemove={() => remove.mutate(creator, { onSuccess: () => setRemoved(creator) })}
            />
          ))}
        </ul>
      )}
      {list.length >= fixedLimits.creators && (
        <p className="mt-3 text-muted text-small">{t('full', { limit: fixedLimits.creators })}</p>
      )}
      {removed && (
        <UndoRemoval
          key={removed.creatorId}
          sentence={t('removed', { name: removed.name })}
          back={t('back', { name: removed.name })}
          // Recreating the creator restores its content under a new id.
          bringBack={() => save.mutateAsync({ creatorId: null, body: bodyOf(draftOf(removed)) })}
          onDone={() => setRemoved(null)}
        />
      )}
      {edited !== null && (
        <CreatorSheet serverId={serverId} creators={list} opened={edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function Waiting() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className="grid gap-px">
      <Skeleton className="h-[104px] w-full rounded-panel" />
      <Skeleton className="h-[104px] w-full rounded-panel" />
    </Loading>
  );
}
