'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { Eye } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../shell/failed.tsx';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import { showEmail } from './api.ts';
import { isReason, ReasonField } from './reason.tsx';

export function EmailButton({ userId, name, label }: { userId: UserId; name: string; label?: string }) {
  const t = useTranslations('admin.emails');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {/* The accessible name begins with the visible text. */}
      <Button icon={Eye} aria-label={label ? undefined : t('showOf', { name })} onClick={() => setOpen(true)}>
        {label ?? t('show')}
      </Button>
      {isOpen && <EmailDialog userId={userId} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The address is shown only while the dialog is open. */
function EmailDialog({ userId, name, onClose }: { userId: UserId; name: string; onClose: () => void }) {
  const t = useTranslations('admin.emails');
  const [reason, setReason] = useState('');
  const show = useCreate(showEmail());
  const failure = useFailure(show.error);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    show.mutate({ userId, reason: reason.trim() });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('showOf', { name })} description={t('showText')}>
      {show.data ? (
        <output dir="ltr" className="block text-lead wrap-anywhere">
          {show.data.email ?? t('none')}
        </output>
      ) : (
        <form onSubmit={send} className="grid gap-4">
          <ReasonField reason={reason} onChange={setReason} />
          <SaveProblem text={show.isError ? failure : null} />
          <div className="flex justify-end gap-2">
            <DialogCancel />
            <Button type="submit" variant="primary" isPending={show.isPending} disabled={!isReason(reason)}>
              {t('show')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
