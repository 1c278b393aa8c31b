'use client';

import { type AskedQuestion, type QuestionState, questionStates } from '@tally/contract/faq/calls';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { dateTime } from '../../../lib/words/format.ts';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../shell/failed.tsx';
import { Fetching } from '../../../shell/fetching.tsx';
import { MoreButton } from '../../../shell/more-button.tsx';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { questionsQuery, settleQuestion } from '../api.ts';

const MOST_LETTERS = 4000;

export function Inbox() {
  const t = useTranslations('faq.admin');
  const [state, setState] = useQueryState('state', parseAsStringLiteral(questionStates).withDefault('open'));
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    questionsQuery(state),
  );
  const rows = data?.pages.flat();
  return (
    <div className="grid gap-4">
      <Select<QuestionState>
        label={t('state')}
        value={state}
        choices={questionStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        onChange={(next) => void setState(next)}
        className="max-w-56"
      />
      {!rows && <Fetching error={error} refetch={refetch} className="h-40" />}
      {rows?.length === 0 && <EmptyState title={t(`empty.${state}`)} />}
      {rows && rows.length > 0 && (
        <ul className="grid gap-3">
          {rows.map((row) => (
            <Question key={row.questionId} row={row} />
          ))}
        </ul>
      )}
      <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="justify-self-start">
        {t('more')}
      </MoreButton>
    </div>
  );
}

function Question({ row }: { row: AskedQuestion }) {
  const t = useTranslations('faq.admin');
  const locale = useLocale();
  return (
    <li className="rounded-panel border border-line bg-surface p-4">
      <p className="text-muted text-small">
        <bdi>{row.username ?? row.userId}</bdi> · {dateTime(row.askedAt, locale)}
      </p>
      <p lang={row.locale} dir="auto" className="mt-1 whitespace-pre-line font-semibold wrap-anywhere">
        {row.question}
      </p>
      {row.answer !== null && (
        <>
          <p lang={row.locale} dir="auto" className="mt-3 whitespace-pre-line wrap-anywhere">
            {row.answer}
          </p>
          <p className="mt-1 text-muted text-small">{t('answeredBy', { name: row.answeredBy ?? t('somebody') })}</p>
        </>
      )}
      {row.state !== 'answered' && <Answer row={row} />}
    </li>
  );
}

function Answer({ row }: { row: AskedQuestion }) {
  const t = useTranslations('faq.admin');
  const [answer, setAnswer] = useState('');
  const [addToFaq, setAdd] = useState(false);
  const settle = useCreate(settleQuestion(useQueryClient(), row.questionId));
  const failure = useFailure(settle.error);
  const send = (body: Parameters<typeof settle.mutate>[0]) =>
    settle.mutate(body, { onSuccess: (sentence) => void toast('success', { title: sentence }) });
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      <Textarea
        aria-label={t('answerLabel')}
        placeholder={t('answerPlaceholder')}
        value={answer}
        maxLength={MOST_LETTERS}
        dir="auto"
        onChange={(event) => setAnswer(event.target.value)}
      />
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5">
        <Checkbox label={t('addToFaq')} checked={addToFaq} onChange={setAdd} />
        {t('addToFaq')}
      </label>
      <SaveProblem text={settle.isError ? failure : null} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isPending={settle.isPending}
          disabled={answer.trim() === ''}
          onClick={() => send({ answer, addToFaq })}
        >
          {t('answer')}
        </Button>
        {row.state === 'open' && (
          <Button disabled={settle.isPending} onClick={() => send({ answer: null })}>
            {t('ignore')}
          </Button>
        )}
      </div>
    </div>
  );
}
