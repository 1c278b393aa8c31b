'use client';

import type { MediaItem } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { isolated } from '../../../../lib/words/mentions.ts';
import { SaveProblem } from '../../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../../shell/failed.tsx';
import { toast } from '../../../../shell/toast.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field, FieldInput } from '../../../../ui/fields/field.tsx';
import { Labelled } from '../../../../ui/fields/labelled.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { Dialog, DialogCancel } from '../../../../ui/layers/dialog.tsx';
import { actOnItem } from '../../api.ts';

const MOST_LETTERS = 200;

const bans = ['none', 'person', 'video', 'channel'] as const;

/** Refuses a request, with an optional reason for the sender. */
export function RefuseDialog({ userId, item, onClose }: { userId: UserId; item: MediaItem; onClose: () => void }) {
  const t = useTranslations('media-sharing.refuse');
  const words = useTranslations();
  const id = useId();
  const [reason, setReason] = useState('');
  const [ban, setBan] = useState<(typeof bans)[number]>('none');
  const act = useMutation({ ...actOnItem(useQueryClient(), userId), meta: { isQuiet: true } });
  const refusal = useFailure(act.error);
  const possible = bans.filter((each) =>
    each === 'person' ? item.sender !== null : each === 'channel' ? item.channelId !== null : true,
  );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      description={<bdi className="wrap-anywhere">{item.title ?? words('media-sharing.item.untitled')}</bdi>}
      actions={
        <>
          <DialogCancel />
          <Button icon={X} variant="danger" type="submit" form={id} isPending={act.isPending}>
            {words('media-sharing.pending.refuse')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const said = reason.trim();
          act.mutate(
            {
              itemId: item.itemId,
              action: 'refuse',
              ...(said === '' ? {} : { reason: said }),
              ...(ban === 'none' ? {} : { ban }),
            },
            {
              onSuccess(sentence) {
                void toast('success', { title: sentence, id: 'media-decision' });
                onClose();
              },
            },
          );
        }}
      >
        <Field
          label={item.sender ? t('reason', { name: isolated(item.sender.name) }) : t('reasonPlain')}
          hint={t('reasonHint')}
        >
          <FieldInput value={reason} maxLength={MOST_LETTERS} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <Labelled label={t('also')}>
          <Select
            label={t('also')}
            value={ban}
            onChange={setBan}
            choices={possible.map((value) => ({ value, label: t(`ban.${value}`) }))}
          />
        </Labelled>
        <SaveProblem text={act.isError ? refusal : null} />
      </form>
    </Dialog>
  );
}
