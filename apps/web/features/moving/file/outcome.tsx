'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { plainRefusal } from '../../../lib/words/plain-refusal.ts';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useSubject } from '../../servers/changes/words.ts';
import { type Move, removeMove } from '../api.ts';
import { type FileOutcome, fileQuery } from './api.ts';

/** The result of saving a file, as a sentence. */
export function useOutcome(): (outcome: FileOutcome) => string {
  const t = useTranslations('moving.file');
  return ({ skipped: { length }, ...counts }) =>
    [t('saved', counts), length > 0 ? t('skipped', { count: length }) : ''].filter(Boolean).join(' ');
}

/** The changes that a file made. Only the streamers that it added can be removed again. */
export function DoneFile({
  serverId,
  move: { moveId, state, outcome: followed },
}: {
  serverId: ServerId;
  move: Pick<Move, 'moveId' | 'state' | 'outcome'>;
}) {
  const t = useTranslations('moving.file');
  const outcome = useQuery(fileQuery(serverId, moveId)).data?.outcome;
  const say = useOutcome();
  const subjectOf = useSubject(serverId);
  const undo = useMutation(removeMove(useQueryClient(), serverId));
  const isUndone = state === 'undone';
  if (!outcome) return null;
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3">
      <output className="flex items-center gap-2.5">
        <Icon of={isUndone ? Undo2 : Check} className={cx('shrink-0 text-ok', isUndone && 'rtl:-scale-x-100')} />
        {isUndone ? t('undone') : say(outcome)}
      </output>
      {outcome.skipped.length > 0 && (
        <ul aria-label={t('skippedTitle')} className="grid gap-1 text-small">
          {outcome.skipped.map(({ what, subject, reason }) => (
            <li key={`${what} ${subject?.value}`} className="wrap-anywhere">
              <bdi className="font-semibold">{subjectOf(what, subject)}</bdi>{' '}
              <span className="text-muted">{plainRefusal(reason)}</span>
            </li>
          ))}
        </ul>
      )}
      {!isUndone && (followed?.added ?? 0) > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-muted text-small">{t('undoText')}</span>
          <Button
            size="compact"
            isPending={undo.isPending}
            onClick={() => undo.mutate(moveId, { onSuccess: (sentence) => void toast('success', { title: sentence }) })}
          >
            <Icon of={Undo2} className="rtl:-scale-x-100" />
            {t('undo', { count: followed?.added ?? 0 })}
          </Button>
        </div>
      )}
    </div>
  );
}
