'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { plainRefusal } from '../../../lib/words/plain-refusal.ts';
import { useSubject } from '../../servers/changes/words.ts';
import { Done, type DoneMove } from '../done.tsx';
import { type FileOutcome, fileQuery } from './api.ts';

/** The result of saving a file, as a sentence. */
export function useOutcome(): (outcome: FileOutcome) => string {
  const t = useTranslations('moving.file');
  return ({ skipped: { length }, ...counts }) =>
    [t('saved', counts), length > 0 ? t('skipped', { count: length }) : ''].filter(Boolean).join(' ');
}

/** The changes that a file made. Only the streamers that it added can be removed again. */
export function DoneFile({ serverId, move }: { serverId: ServerId; move: DoneMove }) {
  const t = useTranslations('moving.file');
  const outcome = useQuery(fileQuery(serverId, move.moveId)).data?.outcome;
  const say = useOutcome();
  const subjectOf = useSubject(serverId);
  if (!outcome) return null;
  const { added = 0 } = move.outcome ?? {};
  const isUndone = move.state === 'undone';
  return (
    <Done
      serverId={serverId}
      move={move}
      said={isUndone ? t('undone') : say(outcome)}
      undo={t('undo', { count: added })}
    >
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
      {!isUndone && added > 0 && <p className="text-muted text-small">{t('undoText')}</p>}
    </Done>
  );
}
