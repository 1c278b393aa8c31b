'use client';

import type { Override } from '@tally/contract/overrides/bodies';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { UndoRemoval } from '../../../shell/drafts/undo-bar.tsx';
import { useCreate } from '../../../shell/use-create.ts';
import { addOverride } from '../api.ts';

/** Restores a deleted rule, at the top if its priority is taken. */
export function RuleBack({ serverId, removed, onDone }: { serverId: ServerId; removed: Override; onDone: () => void }) {
  const t = useTranslations('overrides');
  const client = useQueryClient();
  const add = useCreate(addOverride(client, serverId));
  return (
    <UndoRemoval sentence={t('removed')} back={t('back')} bringBack={() => add.mutateAsync(removed)} onDone={onDone} />
  );
}
