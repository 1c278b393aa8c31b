'use client';

import type { GuildInfo } from '@tally/contract/servers';
import type { Starboard } from '@tally/contract/starboard';
import { useTranslations } from 'next-intl';
import { EditSheet } from '../../shell/edit-sheet.tsx';
import { BoardForm } from './form.tsx';
import { useBoard } from './use-board.ts';

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
  const edit = useBoard(server, opened, onClose);
  const title = t(opened === 'new' ? 'addTitle' : 'editTitle');
  return (
    <EditSheet title={title} width={560} save={t(opened === 'new' ? 'saveNew' : 'save')} edit={edit} onClose={onClose}>
      <BoardForm server={server} draft={edit.draft} problems={edit.problems} onChange={edit.change} />
    </EditSheet>
  );
}
