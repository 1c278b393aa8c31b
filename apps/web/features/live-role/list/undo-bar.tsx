'use client';

import type { ServerId } from '@tally/contract/ids';
import type { GuildRoleList } from '@tally/contract/server-parts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Undo2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useFailure } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { saveRole } from '../api.ts';
import type { LiveRole } from '../roles.ts';

/** The way back for a role that was removed. */
export function UndoBar({
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
  const refusal = useFailure(undo.error);
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
    <section
      aria-label={t('undo')}
      className="sticky bottom-4 z-30 mt-6 flex items-center gap-2 rounded-panel border border-line bg-raised p-2.5 ps-4 shadow-float"
    >
      <Icon of={CircleCheck} className="shrink-0 text-ok" />
      <output className="min-w-0 flex-1 font-semibold">{undo.isError ? refusal : t('removed')}</output>
      <Button onClick={bringBack} isPending={undo.isPending}>
        <Icon of={Undo2} className="rtl:-scale-x-100" />
        {t('undo')}
      </Button>
      <IconButton label={t('dismiss')} onClick={onDone}>
        <Icon of={X} />
      </IconButton>
    </section>
  );
}
