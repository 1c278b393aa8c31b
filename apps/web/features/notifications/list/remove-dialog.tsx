'use client';

import type { Streamer } from '@tally/contract/notifications/streamers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ListAddress } from '../../../shell/server/followed.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Confirm } from '../../../ui/layers/confirm.tsx';
import { removeStreamer } from '../api.ts';
import { shownName } from '../shown-name.ts';
import { stepsOf } from './bulk/plan.ts';
import type { BulkStep } from './bulk/steps.ts';

export function RemoveDialog({
  address,
  streamer,
  isOpen,
  onClose,
  onRemoved,
}: {
  address: ListAddress;
  streamer: Streamer;
  isOpen: boolean;
  onClose: () => void;
  /** Receives the steps that undo the removal. */
  onRemoved: (steps: readonly BulkStep[]) => void;
}) {
  const t = useTranslations('notifications');
  const client = useQueryClient();
  const remove = useMutation(removeStreamer(client, address));
  const name = shownName(streamer);
  const removeNow = () =>
    remove.mutate(streamer, {
      onSuccess: () => onRemoved(stepsOf([streamer], { kind: 'delete' })),
      onSettled: onClose,
    });
  return (
    <Confirm
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle', { name })}
      description={t('removeText', { name })}
      verb={t('removeCount', { count: 1 })}
      icon={<Icon of={Trash2} />}
      isPending={remove.isPending}
      onConfirm={removeNow}
    />
  );
}
