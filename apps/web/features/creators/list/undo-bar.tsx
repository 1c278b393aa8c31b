'use client';

import type { Creator } from '@tally/contract/creators';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Undo2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useFailure } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { saveCreator } from '../api.ts';
import { bodyOf, draftOf } from '../editor/draft-of.ts';

/** The way back for a creator that was taken apart: it is put together again as it was. */
export function UndoBar({ removed, onDone }: { removed: Creator; onDone: () => void }) {
  const t = useTranslations('creators');
  const save = useMutation(saveCreator(useQueryClient(), removed.guildId));
  const refusal = useFailure(save.error);
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
    <section
      aria-label={t('undo')}
      className="sticky bottom-4 z-30 mt-6 flex items-center gap-2 rounded-panel border border-line bg-raised p-2.5 ps-4 shadow-float"
    >
      <Icon of={CircleCheck} className="shrink-0 text-ok" />
      <output className="min-w-0 flex-1 font-semibold wrap-anywhere">
        {save.isError ? refusal : t('removed', { name: removed.name })}
      </output>
      <Button onClick={undo} isPending={save.isPending}>
        <Icon of={Undo2} className="rtl:-scale-x-100" />
        {t('undo')}
      </Button>
      <IconButton label={t('dismiss')} onClick={onDone}>
        <Icon of={X} />
      </IconButton>
    </section>
  );
}
