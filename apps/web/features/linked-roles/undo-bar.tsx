'use client';

import type { ServerId } from '@tally/contract/ids';
import type { LinkedRole } from '@tally/contract/role-bodies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { toast } from '../../shell/toast.ts';
import { UndoBar } from '../../shell/undo-bar.tsx';
import { saveRule } from './api.ts';

/** The way back for a rule that was removed, in what the server said of it. */
export function UndoRemoval({
  serverId,
  removed,
  onDone,
}: {
  serverId: ServerId;
  removed: { readonly rule: LinkedRole; readonly sentence: string };
  onDone: () => void;
}) {
  const t = useTranslations('linked-roles');
  const undo = useMutation(saveRule(useQueryClient(), serverId));
  const bringBack = () =>
    undo.mutate(
      { rule: removed.rule },
      {
        onSuccess: () => {
          void toast('success', { title: t('back') });
          onDone();
        },
      },
    );
  return (
    <UndoBar
      sentence={removed.sentence}
      error={undo.error}
      words={{ undo: t('undo'), dismiss: t('dismiss') }}
      isPending={undo.isPending}
      onUndo={bringBack}
      onDismiss={onDone}
    />
  );
}
