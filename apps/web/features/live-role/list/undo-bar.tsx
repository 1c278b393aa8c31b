'use client';

import type { ServerId } from '@tally/contract/ids';
import type { GuildRoleList } from '@tally/contract/server-parts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { toast } from '../../../shell/toast.ts';
import { UndoBar } from '../../../shell/undo-bar.tsx';
import { saveRole } from '../api.ts';
import type { LiveRole } from '../roles.ts';

/** The way back for a role that was removed. */
export function UndoRemoval({
  serverId,
  list,
  removed,
  onDone,
}: {
  serverId: ServerId;
  list: GuildRoleList;
  removed: LiveRole;
  onDone: () => void;
}) {
  const t = useTranslations('live-role');
  const undo = useMutation(saveRole(useQueryClient(), serverId, list));
  const bringBack = () =>
    undo.mutate(
      { role: removed },
      {
        onSuccess: () => {
          void toast('success', { title: t('back') });
          onDone();
        },
      },
    );
  return (
    <UndoBar
      sentence={t('removed')}
      error={undo.error}
      words={{ undo: t('undo'), dismiss: t('dismiss') }}
      isPending={undo.isPending}
      onUndo={bringBack}
      onDismiss={onDone}
    />
  );
}
