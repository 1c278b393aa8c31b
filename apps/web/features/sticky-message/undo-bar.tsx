'use client';

import type { ServerId } from '@tally/contract/ids';
import type { StickyMessage } from '@tally/contract/message-bodies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { UndoBar } from '../../shell/undo-bar.tsx';
import { saveSticky } from './api.ts';

/** The way back for a sticky that was removed. */
export function UndoRemoval({
  serverId,
  removed,
  onDone,
}: {
  serverId: ServerId;
  removed: StickyMessage;
  onDone: () => void;
}) {
  const t = useTranslations('sticky-message');
  const client = useQueryClient();
  const undo = useMutation({ ...saveSticky(client, serverId), onSuccess: onDone });
  return (
    <UndoBar
      sentence={t('removed')}
      error={undo.error}
      words={{ undo: t('undo'), dismiss: t('dismiss') }}
      isPending={undo.isPending}
      onUndo={() => undo.mutate({ body: removed })}
      onDismiss={onDone}
    />
  );
}
