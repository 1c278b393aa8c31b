'use client';

import type { BannedKind } from '@tally/contract/admin/people';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { asMoment } from '../../../lib/moment-field.ts';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import { ban } from './api.ts';
import { isReason, ReasonField } from './reason.tsx';

/** Bans the person on the page after staff type the name again, or a server by its id. */
export function BanDialog({
  kind,
  person,
  onClose,
}: {
  kind: BannedKind;
  person?: { readonly id: string; readonly name: string };
  onClose: () => void;
}) {
  const t = useTranslations('admin.bans');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [now] = useState(() => asMoment(new Date()));
  const act = useMutation(ban(useQueryClient()));
  const failure = useFailure(act.error);
  const id = person ? person.id : typed.trim();
  const isMeant = person ? typed.trim() === person.name : /^\d{15,20}$/.test(id);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    act.mutate(
      { kind, id, reason: reason.trim(), until: until === '' ? null : new Date(until) },
      {
        onSuccess(sentence) {
          void toast('success', { title: sentence });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={person ? t('banPerson') : t('banServer')}
      description={t(person ? 'personText' : 'serverText')}
    >
      <form onSubmit={send} className="grid gap-4">
        <Field label={person ? t('typeName', { name: person.name }) : t('serverId')}>
          <FieldInput dir="ltr" maxLength={40} value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
        <ReasonField reason={reason} onChange={setReason} />
        <Field label={t('untilLabel')} hint={t('untilHint')}>
          <FieldInput type="datetime-local" min={now} value={until} onChange={({ target }) => setUntil(target.value)} />
        </Field>
        <SaveProblem text={act.isError ? failure : null} />
        <div className="flex justify-end gap-2">
          <DialogCancel />
          <Button type="submit" variant="danger" isPending={act.isPending} disabled={!isMeant || !isReason(reason)}>
            {t('banYes')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
