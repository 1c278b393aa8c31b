'use client';

import type { Recording } from '@tally/contract/vods/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { duration } from '../../lib/words/format.ts';
import { Button } from '../../ui/button.tsx';
import { LateSelect } from '../../ui/fields/late-select.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Confirm } from '../../ui/layers/confirm.tsx';
import { dropRecording, type Hours, keepRecording } from './api.ts';

const HOUR_MS = 3_600_000;

/** Shows a manager's actions on a recording of their server. */
export function Deeds({ serverId, of, choices }: DeedProps & { choices: readonly number[] }) {
  const { state } = of;
  return (
    <>
      {state === 'kept' && choices.length > 0 && <Keep serverId={serverId} of={of} choices={choices} />}
      {['kept', 'saving', 'waiting'].includes(state) && <Drop serverId={serverId} of={of} />}
    </>
  );
}

interface DeedProps {
  readonly serverId: ServerId;
  readonly of: Recording;
}

/** Changes how long the copy is kept, within the plan's limit. The time counts from when the copy was saved. */
function Keep({ serverId, of, choices }: DeedProps & { choices: readonly number[] }) {
  const t = useTranslations('vods');
  const locale = useLocale();
  const keep = useMutation(keepRecording(useQueryClient(), serverId, of.id));
  const { savedAt, allowedUntil } = of;
  const hours = savedAt && allowedUntil ? Math.round((allowedUntil.getTime() - savedAt.getTime()) / HOUR_MS) : 0;
  // A value from a larger plan remains available until the manager shortens it.
  const all = choices.includes(hours) ? choices : [...choices, hours];
  return (
    <LateSelect
      label={t('keepFor')}
      choices={all.map((each) => ({ value: String(each), label: duration(each * HOUR_MS, locale, 'long') }))}
      value={String(hours)}
      onChange={(word) => keep.mutate(Number(word) as Hours)}
      disabled={keep.isPending}
    />
  );
}

function Drop({ serverId, of }: DeedProps) {
  const t = useTranslations('vods');
  const drop = useMutation(dropRecording(useQueryClient(), serverId, of.id));
  const [isAsking, setAsking] = useState(false);
  return (
    <Confirm
      open={isAsking}
      onOpenChange={setAsking}
      title={t('dropTitle', { name: of.title ?? of.streamerUserName })}
      description={t('dropText')}
      trigger={
        <Button icon={Trash2} size="compact">
          {t('drop')}
        </Button>
      }
      verb={t('drop')}
      icon={<Icon of={Trash2} />}
      isPending={drop.isPending}
      onConfirm={() => drop.mutate(undefined, { onSuccess: () => setAsking(false) })}
    />
  );
}
