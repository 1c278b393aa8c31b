'use client';

import type { Creator } from '@tally/contract/creators';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { toast } from '../../../shell/toast.ts';
import { UndoBar } from '../../../shell/undo-bar.tsx';
import { saveCreator } from '../api.ts';
import { bodyOf, draftOf } from '../editor/draft-of.ts';

/** The way back for a creator that was taken apart: it is put together again as it was. */
export function UndoRemoval({ removed, onDone }: { removed: Creator; onDone: () => void }) {
  const t = useTranslations('creators');
  const save = useMutation(saveCreator(useQueryClient(), removed.guildId));
  const undo = () =>
    save.mutate(
      { creatorId: null, body: bodyOf(draftOf(removed)) },
      {
        onSuccess: () => {
          void toast('success', { title: t('back', { name: removed.name }) });
          onDone();
        },
      },
    );
  return (
    <UndoBar
      sentence={t('removed', { name: removed.name })}
      error={save.error}
      words={{ undo: t('undo'), dismiss: t('dismiss') }}
      isPending={save.isPending}
      onUndo={undo}
      onDismiss={onDone}
    />
  );
}
