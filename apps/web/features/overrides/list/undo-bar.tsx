'use client';

import type { ServerId } from '@tally/contract/ids';
import type { Override } from '@tally/contract/override-bodies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { UndoRemoval } from '../../../shell/undo-bar.tsx';
import { serverQuery } from '../../servers/api.ts';
import { saveOverride } from '../api.ts';
import { freePriority } from '../priorities.ts';

/** The way back for a rule that was deleted. Its place may be taken by now: then it comes in at the top. */
export function RuleBack({ serverId, removed, onDone }: { serverId: ServerId; removed: Override; onDone: () => void }) {
  const t = useTranslations('overrides');
  const client = useQueryClient();
  const save = useMutation(saveOverride(client, serverId));
  const bringBack = async () => {
    const { notificationOverrides: rules } = await client.fetchQuery({ ...serverQuery(serverId), staleTime: 0 });
    const isTaken = rules.some((rule) => rule.priorityOnConflict === removed.priorityOnConflict);
    await save.mutateAsync(isTaken ? { ...removed, priorityOnConflict: freePriority(rules) } : removed);
  };
  return <UndoRemoval sentence={t('removed')} back={t('back')} bringBack={bringBack} onDone={onDone} />;
}
