'use client';

import type { Problem } from '@tally/message/discord';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isSessionError } from '../../../lib/live/query-client.ts';
import { meQuery } from '../../../shell/me.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useProblemSentence } from './message-editor.tsx';

/** Lists the problems of a message. A press moves the focus to the field. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const t = useTranslations('message-editor.problemList');
  const sentenceOf = useProblemSentence();
  // Messages need a session, so "no problems" would be wrong without one.
  const isLoggedOut = isSessionError(useQuery({ ...meQuery(), enabled: false }).error);
  if (isLoggedOut && problems.length === 0) return null;
  return (
    <section aria-label={t('title')} aria-live="polite" className="mt-4">
      {problems.length === 0 ? (
        <p className="flex items-center gap-2 text-muted text-small">
          <Icon of={CircleCheck} className="text-ok" />
          {t('none')}
        </p>
      ) : (
        <>
          <h3 className="mb-1 font-semibold">{t('count', { count: problems.length })}</h3>
          <ul>
            {problems.map((problem) => (
              <li key={`${problem.path} ${problem.code} ${problem.range?.start ?? ''}`}>
                <button
                  type="button"
                  data-problem
                  onClick={() => focusPath(problem)}
                  className="flex w-full items-start gap-2 rounded-[8px] px-2 py-1.5 text-start hover:bg-raised"
                >
                  <Icon of={TriangleAlert} size={14} className="mt-1 shrink-0 text-warn" />
                  {sentenceOf(problem)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Focuses the field, or the first field of its group, and selects the invalid text. */
export function focusPath({ path, range }: Pick<Problem, 'path' | 'range'>): void {
  const found = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path || 'content')}"]`);
  const field = found?.matches('textarea, input') ? found : found?.querySelector<HTMLElement>('textarea, input');
  const fold = field?.closest('details');
  if (fold) fold.open = true;
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
  if (range && field instanceof HTMLTextAreaElement) field.setSelectionRange(range.start, range.end);
}
