'use client';

import type { ServerId } from '@tally/contract/ids';
import type { StickyMessage } from '@tally/contract/message-bodies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Undo2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useFailure } from '../../shell/failed.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { saveSticky } from './api.ts';

/** The way back for a sticky that was removed. */
export function UndoBar({
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
  const refusal = useFailure(undo.error);
  return (
    <section
      aria-label={t('undo')}
      className="sticky bottom-4 z-30 mt-6 flex items-center gap-2 rounded-panel border border-line bg-raised p-2.5 ps-4 shadow-float"
    >
      <Icon of={CircleCheck} className="shrink-0 text-ok" />
      <output className="min-w-0 flex-1 font-semibold">{undo.isError ? refusal : t('removed')}</output>
      <Button onClick={() => undo.mutate({ body: removed })} isPending={undo.isPending}>
        <Icon of={Undo2} className="rtl:-scale-x-100" />
        {t('undo')}
      </Button>
      <IconButton label={t('dismiss')} onClick={onDone}>
        <Icon of={X} />
      </IconButton>
    </section>
  );
}
