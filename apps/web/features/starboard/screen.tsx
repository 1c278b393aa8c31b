'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { Starboard } from '@tally/contract/starboard/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { Fetching } from '../../shell/fetching.tsx';
import { LimitedList, useLimit } from '../../shell/limited-list.tsx';
import { serverQuery } from '../../shell/server/api.ts';
import { MissingIntents } from '../../shell/server/missing-intents.tsx';
import { BackToList, useOpenEntry } from '../../shell/server/open-entry.tsx';
import { ToolPosts } from '../../shell/server/tool-posts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StateLine } from '../../ui/tool/tool-page.tsx';
import { starboardsQuery } from './api.ts';
import { BoardPage } from './board-page.tsx';
import { BoardRow, RemoveBoard } from './row.tsx';
import { useBoardsState } from './use-board.ts';

export function StarboardScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('starboard');
  const server = useQuery(serverQuery(serverId)).data;
  const boards = useQuery(starboardsQuery(serverId));
  if (server && boards.data)
    return (
      <NuqsAdapter>
        <Boards server={server} boards={boards.data} />
      </NuqsAdapter>
    );
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Fetching {...boards} className="h-[76px]" rows={2} />
    </>
  );
}

interface BoardsProps {
  readonly server: GuildInfo;
  readonly boards: readonly Starboard[];
}

function Boards({ server, boards }: BoardsProps) {
  const t = useTranslations('starboard');
  const entry = useOpenEntry('channel', boards, ({ channelId }) => channelId);
  const { opened, open, leave } = entry;
  const counted = { home: 'starboard', server, count: boards.length, onAdd: () => open('new') } as const;
  const { add, crown, use, warning } = useLimit(counted);
  if (opened === null) return <List {...counted} boards={boards} onOpen={open} />;
  return (
    <>
      <BackToList label={t('all')} entry={entry} count={boards.length} />
      <BoardPage
        key={entry.key}
        server={server}
        boards={boards}
        opened={opened}
        notice={warning}
        actions={
          opened !== 'new' && (
            <>
              {use}
              {crown}
              <RemoveBoard server={server} board={opened} onRemoved={leave} />
              {add}
            </>
          )
        }
        onLeave={leave}
        onSaved={entry.saved}
      />
    </>
  );
}

function List({
  boards,
  onOpen,
  ...counted
}: BoardsProps & { home: 'starboard'; count: number; onAdd: () => void; onOpen: (id: string) => void }) {
  const t = useTranslations('starboard');
  const { server } = counted;
  const state = useBoardsState(server, boards);
  return (
    <LimitedList {...counted} notice={<MissingIntents of="starboard" />}>
      <div className="mb-4 flex">
        <StateLine {...state} />
      </div>
      <ul aria-label={t('title')} className="rounded-panel border border-line bg-surface">
        {boards.map((board) => (
          <BoardRow key={board.channelId} server={server} board={board} onEdit={() => onOpen(board.channelId)} />
        ))}
      </ul>
      <ToolPosts serverId={server.guildId} tool="starboard" />
    </LimitedList>
  );
}
