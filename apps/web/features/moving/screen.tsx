'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Fetching } from '../../shell/fetching.tsx';
import { toast } from '../../shell/toast.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { isOpen, type Move, moveQuery, movesQuery, removeMove } from './api.ts';
import { ListBox } from './box.tsx';
import { fileQuery } from './file/api.ts';
import { FileBox } from './file/box.tsx';
import { DoneFile } from './file/outcome.tsx';
import { FilePreview } from './file/preview.tsx';
import { PostsBox } from './posts-box.tsx';
import { Preview } from './preview.tsx';

export function MovingScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('moving');
  const moves = useQuery(movesQuery(serverId));
  const open = moves.data?.find(isOpen);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={<ButtonLink href={`/dashboard/server/${serverId}/notifications`}>{t('all')}</ButtonLink>}
      />
      {moves.data ? (
        <div className="grid gap-4">
          {moves.data
            .filter((move) => !isOpen(move) && (move.kind === 'file' || (move.outcome?.added ?? 0) > 0))
            .map((move) => {
              const Done = move.kind === 'file' ? DoneFile : DoneLine;
              return <Done key={move.moveId} serverId={serverId} move={move} />;
            })}
          {open ? <OpenMove key={open.moveId} serverId={serverId} move={open} /> : <Doors serverId={serverId} />}
        </div>
      ) : (
        <Fetching {...moves} className="h-72" />
      )}
    </>
  );
}

const doors = ['list', 'posts', 'file'] as const;

/** The ways to add creators. */
function Doors({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('moving.doors');
  const [door, setDoor] = useState<(typeof doors)[number]>('list');
  return (
    <Tabs label={t('title')} tabs={doors.map((value) => ({ value, label: t(value) }))} value={door} onChange={setDoor}>
      <TabPanel value="list">
        <ListBox serverId={serverId} />
      </TabPanel>
      <TabPanel value="posts">
        <PostsBox serverId={serverId} onList={() => setDoor('list')} />
      </TabPanel>
      <TabPanel value="file">
        <FileBox serverId={serverId} />
      </TabPanel>
    </Tabs>
  );
}

function OpenMove({ serverId, move: { kind, moveId } }: { serverId: ServerId; move: Pick<Move, 'kind' | 'moveId'> }) {
  const Open = kind === 'file' ? OpenFile : OpenList;
  return <Open serverId={serverId} moveId={moveId} />;
}

function OpenList({ serverId, moveId }: { serverId: ServerId; moveId: string }) {
  const move = useQuery(moveQuery(serverId, moveId));
  return move.data ? (
    <Preview serverId={serverId} move={move.data} />
  ) : (
    <Fetching {...move} className="h-14" rows={6} />
  );
}

function OpenFile({ serverId, moveId }: { serverId: ServerId; moveId: string }) {
  const move = useQuery(fileQuery(serverId, moveId));
  return move.data ? (
    <FilePreview serverId={serverId} move={move.data} />
  ) : (
    <Fetching {...move} className="h-14" rows={6} />
  );
}

/** The result of a list. It can be undone for a day. */
function DoneLine({ serverId, move }: { serverId: ServerId; move: Pick<Move, 'moveId' | 'state' | 'outcome'> }) {
  const t = useTranslations('moving.done');
  const undo = useMutation(removeMove(useQueryClient(), serverId));
  const isUndone = move.state === 'undone';
  const added = move.outcome?.added ?? 0;
  return (
    <output className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 py-3">
      <span className="flex items-center gap-2.5">
        <Icon of={isUndone ? Undo2 : Check} className={cx('shrink-0 text-ok', isUndone && 'rtl:-scale-x-100')} />
        {isUndone ? t('undone') : t('added', { count: added })}
      </span>
      {!isUndone && (
        <Button
          size="compact"
          isPending={undo.isPending}
          onClick={() =>
            undo.mutate(move.moveId, { onSuccess: (sentence) => void toast('success', { title: sentence }) })
          }
        >
          <Icon of={Undo2} className="rtl:-scale-x-100" />
          {t('undo')}
        </Button>
      )}
    </output>
  );
}
