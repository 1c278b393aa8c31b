'use client';

import type { ServerId } from '@tally/contract/ids';
import type { Override } from '@tally/contract/override-bodies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Undo2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useFailure } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { serverQuery } from '../../servers/api.ts';
import { saveOverride } from '../api.ts';
import { freePriority } from '../priorities.ts';

/** The way back for a rule that was deleted. Its place may be taken by now: then it comes in at the top. */
export function UndoBar({ serverId, removed, onDone }: { serverId: ServerId; removed: Override; onDone: () => void }) {
  const t = useTranslations('overrides');
  const client = useQueryClient();
  const save = useMutation(saveOverride(client, serverId));
  const undo = useMutation({
    mutationFn: async () => {
      const { notificationOverrides: rules } = await client.fetchQuery({ ...serverQuery(serverId), staleTime: 0 });
      const isTaken = rules.some((rule) => rule.priorityOnConflict === removed.priorityOnConflict);
      await save.mutateAsync(isTaken ? { ...removed, priorityOnConflict: freePriority(rules) } : removed);
    },
    onSuccess: () => {
      void toast('success', { title: t('back') });
      onDone();
    },
    meta: { isQuiet: true },
  });
  const refusal = useFailure(undo.error);
  return (
    <section
      aria-label={t('undo')}
      className="sticky bottom-4 z-30 mt-6 flex items-center gap-2 rounded-panel border border-line bg-raised p-2.5 ps-4 shadow-float"
    >
      <Icon of={CircleCheck} className="shrink-0 text-ok" />
      <output className="min-w-0 flex-1 font-semibold">{undo.isError ? refusal : t('removed')}</output>
      <Button onClick={() => undo.mutate()} isPending={undo.isPending}>
        <Icon of={Undo2} className="rtl:-scale-x-100" />
        {t('undo')}
      </Button>
      <IconButton label={t('dismiss')} onClick={onDone}>
        <Icon of={X} />
      </IconButton>
    </section>
  );
}
