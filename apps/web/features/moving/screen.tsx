'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useKeptFocus } from '../../lib/browser/use-kept-focus.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { isOpen, movesQuery } from './api.ts';
import { ListBox } from './box.tsx';
import { Done, type DoneMove } from './done.tsx';
import { FileBox } from './file/box.tsx';
import { DoneFile } from './file/outcome.tsx';
import { FilePreview } from './file/preview.tsx';
import { PostsBox } from './posts-box.tsx';
import { Preview } from './preview.tsx';

export function MovingScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('moving');
  const moves = useQuery(movesQuery(serverId));
  const open = moves.data?.find(isOpen);
  const part = useKeptFocus();
  const Open = open?.kind === 'file' ? FilePreview : Preview;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={<ButtonLink href={`/dashboard/server/${serverId}/notifications`}>{t('all')}</ButtonLink>}
      />
      <div ref={part} className="grid gap-4">
        {moves.data
          ?.filter((move) => !isOpen(move))
          .filter(({ state }, place) => state === 'done' || place === 0)
          .map((move) => {
            const Outcome = move.kind === 'file' ? DoneFile : DoneList;
            return <Outcome key={move.moveId} serverId={serverId} move={move} />;
          })}
        {open && <Open key={open.moveId} serverId={serverId} moveId={open.moveId} />}
        {moves.data ? !open && <Doors serverId={serverId} /> : <Fetching {...moves} className="h-72" />}
      </div>
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

function DoneList({ serverId, move }: { serverId: ServerId; move: DoneMove }) {
  const t = useTranslations('moving.done');
  const { added = 0, skipped = [] } = move.outcome ?? {};
  const counts = [
    added > 0 && t('added', { count: added }),
    skipped.length > 0 && t('skipped', { count: skipped.length }),
  ];
  return (
    <Done
      serverId={serverId}
      move={move}
      said={move.state === 'undone' ? t('undone') : counts.filter(Boolean).join(' ')}
      undo={t('undo')}
    />
  );
}
