'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { Starboard } from '@tally/contract/starboard/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { storedAs, unstored } from '../../lib/drafts/record-draft.ts';
import { EditSheet } from '../../shell/drafts/edit-sheet.tsx';
import { useRecordDraft } from '../../shell/drafts/use-record-draft.ts';
import { useDraftRows } from '../../shell/server/values/use-rows.ts';
import { useCreate } from '../../shell/use-create.ts';
import { addStarboard, changeStarboard, starboardsQuery } from './api.ts';
import { type BoardDraft, bodyOf, draftOf, emptyBoard, isBoardDraft, patchOf, problemsOf } from './draft-of.ts';
import { useBoardFields } from './field-words.ts';
import { BoardForm } from './form.tsx';

export function BoardSheet({
  server,
  opened,
  onClose,
}: {
  server: GuildInfo;
  opened: Starboard | 'new';
  onClose: () => void;
}) {
  const t = useTranslations('starboard');
  const client = useQueryClient();
  const name = `${server.guildId} starboard ${opened === 'new' ? 'new' : opened.channelId}`;
  const add = useCreate(addStarboard(client, server.guildId), { draft: name, leaves: true });
  const change = useMutation({ ...changeStarboard(client, server.guildId), meta: { isQuiet: true } });
  const fields = useBoardFields();
  const rowsOf = useDraftRows<BoardDraft>(server.guildId, fields);
  const which = opened === 'new' ? undefined : opened.channelId;
  const edit = useRecordDraft<BoardDraft>({
    name,
    leaves: true,
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
    onSaved: onClose,
    onGone: onClose,
  });
  const { value, changed } = edit.draft;
  const problems = problemsOf(value);
  const isNew = opened === 'new';
  return (
    <EditSheet
      title={t(isNew ? 'addTitle' : 'editTitle')}
      width={560}
      save={t(isNew ? 'saveNew' : 'save')}
      edit={edit}
      canSave={value.channelId !== null && problems.size === 0 && (changed.length > 0 || isNew)}
      rowsOf={rowsOf}
      onClose={onClose}
    >
      <BoardForm server={server} draft={value} problems={problems} onChange={edit.set} />
    </EditSheet>
  );
}
