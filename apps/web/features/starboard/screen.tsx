'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { Starboard } from '@tally/contract/starboard/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Fetching } from '../../shell/fetching.tsx';
import { LimitedList } from '../../shell/limited-list.tsx';
import { serverQuery } from '../../shell/server/api.ts';
import { MissingIntents } from '../../shell/server/missing-intents.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { starboardsQuery } from './api.ts';
import { BoardRow } from './row.tsx';
import { BoardSheet } from './sheet.tsx';

export function StarboardScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('starboard');
  const server = useQuery(serverQuery(serverId)).data;
  const boards = useQuery(starboardsQuery(serverId));
  if (server && boards.data) return <Boards server={server} boards={boards.data} />;
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Fetching {...boards} className="h-[76px]" rows={2} />
    </>
  );
}

function Boards({ server, boards }: { server: GuildInfo; boards: readonly Starboard[] }) {
  const t = useTranslations('starboard');
  const [edited, setEdited] = useState<Starboard | 'new' | null>(null);
  return (
    <>
      <LimitedList
        home="starboard"
        server={server}
        count={boards.length}
        notice={<MissingIntents of="starboard" />}
        onAdd={() => setEdited('new')}
      >
        <ul aria-label={t('title')} className="rounded-panel border border-line bg-surface">
          {boards.map((board) => (
            <BoardRow key={board.channelId} server={server} board={board} onEdit={() => setEdited(board)} />
          ))}
        </ul>
      </LimitedList>
      {edited !== null && <BoardSheet server={server} opened={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
