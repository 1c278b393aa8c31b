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
import { ToolPosts, useToolState } from '../../shell/server/tool-posts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StateLine, type ToolState } from '../../ui/tool/tool-page.tsx';
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
  const state = useBoardsState(server, boards);
  return (
    <>
      <LimitedList
        home="starboard"
        server={server}
        count={boards.length}
        notice={<MissingIntents of="starboard" />}
        onAdd={() => setEdited('new')}
      >
        <div className="mb-4 flex">
          <StateLine {...state} />
        </div>
        <ul aria-label={t('title')} className="rounded-panel border border-line bg-surface">
          {boards.map((board) => (
            <BoardRow key={board.channelId} server={server} board={board} onEdit={() => setEdited(board)} />
          ))}
        </ul>
        <ToolPosts serverId={server.guildId} tool="starboard" />
      </LimitedList>
      {edited !== null && <BoardSheet server={server} opened={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

/** Why a starboard rests, or what was posted last. */
function useBoardsState(server: GuildInfo, boards: readonly Starboard[]): ToolState {
  const t = useTranslations('starboard.paused');
  const used = boards.filter(({ enabled }) => enabled !== false);
  const state = useToolState({
    serverId: server.guildId,
    tool: 'starboard',
    isOn: used.length > 0,
    channelIds: used.map(({ channelId }) => channelId),
  });
  const pause = used.find(({ pausedBy }) => pausedBy !== null)?.pausedBy;
  return pause && state.tone === 'ok' ? { tone: 'warn', text: t(pause) } : state;
}
