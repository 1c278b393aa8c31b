'use client';

import type { Override } from '@tally/contract/overrides/bodies';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { UndoRemoval } from '../../../shell/drafts/undo-bar.tsx';
import { useCreate } from '../../../shell/use-create.ts';
import { addOverride } from '../api.ts';

/** The undo of a deleted rule. If its priority is taken by now, it is added at the top. */
export function RuleBack({ serverId, removed, onDone }: { serverId: ServerId; removed: Override; onDone: () => void }) {
  const t = useTranslations('overrides');
  const client = useQueryClient();
  const add = useCreate(addOverride(client, serverId));
  return (
    <UndoRemoval sentence={t('removed')} back={t('back')} bringBack={() => add.mutateAsync(removed)} onDone={onDone} />
  );
}
