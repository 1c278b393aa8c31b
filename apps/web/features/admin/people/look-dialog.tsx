'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../shell/failed.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import { lookAtServer } from './api.ts';
import { isReason, ReasonField } from './reason.tsx';

/** Asks staff for a reason, which the owner can read, and then opens the dashboard. */
export function LookDialog({ serverId, onClose }: { serverId: ServerId; onClose: () => void }) {
  const t = useTranslations('admin.servers');
  const router = useRouter();
  const [reason, setReason] = useState('');
  const act = useMutation(lookAtServer(useQueryClient(), serverId));
  const failure = useFailure(act.error);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    act.mutate(reason.trim(), { onSuccess: () => router.push(`/dashboard/server/${serverId}`) });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('look')} description={t('lookText')}>
      <form onSubmit={send} className="grid gap-4">
        <ReasonField reason={reason} onChange={setReason} />
        <SaveProblem text={act.isError ? failure : null} />
        <div className="flex justify-end gap-2">
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={act.isPending} disabled={!isReason(reason)}>
            {t('look')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
