'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { Starboard } from '@tally/contract/starboard/calls';
import type { ChannelId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { storedAs, unstored } from '../../lib/drafts/record-draft.ts';
import { type RecordEdit, useRecordDraft } from '../../shell/drafts/use-record-draft.ts';
import { useToolState } from '../../shell/server/tool-posts.tsx';
import { useCreate } from '../../shell/use-create.ts';
import type { ToolState } from '../../ui/tool/tool-page.tsx';
import { addStarboard, changeStarboard, starboardsQuery } from './api.ts';
import { type BoardDraft, bodyOf, draftOf, emptyBoard, isBoardDraft, patchOf } from './draft-of.ts';
import { useBoardFields } from './field-words.ts';

export type OpenedBoard = Starboard | 'new';

export function useBoardDraft(
  server: GuildInfo,
  opened: OpenedBoard,
  { onSaved, onGone }: { onSaved: (channelId: ChannelId) => void; onGone: () => void },
): RecordEdit<BoardDraft> {
  const client = useQueryClient();
  const which = opened === 'new' ? undefined : opened.channelId;
  const name = `${server.guildId} starboard ${which ?? 'new'}`;
  const add = useCreate(addStarboard(client, server.guildId), { draft: name, leaves: true });
  const change = useMutation({ ...changeStarboard(client, server.guildId), meta: { isQuiet: true } });
  const fields = useBoardFields();
  return useRecordDraft<BoardDraft>({
    name,
    leaves: opened === 'new',
    stored: opened === 'new' ? unstored(emptyBoard) : storedAs(opened, draftOf),
    isDraft: isBoardDraft,
    nameOf: (field) => fields(field).name,
    send: ({ value: { channelId, ...rest }, changed, version, isNew }) => {
      if (channelId === null) throw new Error('a starboard needs a channel');
      const draft = { ...rest, channelId };
      if (isNew || which === undefined) return add.mutateAsync(bodyOf(draft));
      return change.mutateAsync({ which, patch: patchOf(draft, changed), version });
    },
    fetchStored: async () => {
      const boards = await client.fetchQuery({ ...starboardsQuery(server.guildId), staleTime: 0 });
      const theirs = boards.find((board) => board.channelId === which);
      return theirs ? storedAs(theirs, draftOf) : null;
    },
    onSaved: ({ channelId }) => channelId !== null && onSaved(channelId),
    onGone,
  });
}

/** Returns why a starboard is paused, or its last post. */
export function useBoardsState(server: GuildInfo, boards: readonly Starboard[]): ToolState {
  const t = useTranslations('starboard.paused');
  const used = boards.filter(({ enabled }) => enabled !== false);
  const state = useToolState({
    serverId: server.guildId,
    tool: 'starboard',
    isOn: used.length > 0,
    channelIds: used.map(({ channelId }) => channelId),
    ...(boards.length === 1 && boards[0] && { channelId: boards[0].channelId }),
  });
  const pause = used.find(({ pausedBy }) => pausedBy !== null)?.pausedBy;
  return pause && state.tone === 'ok' ? { tone: 'warn', text: t(pause) } : state;
}
