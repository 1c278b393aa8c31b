'use client';

import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { SaveProblem } from '../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../shell/failed.tsx';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/fields/input.tsx';
import { askStaff } from './api.ts';

const MOST_LETTERS = 500;

export function AskStaff({ question }: { question: string }) {
  const t = useTranslations('faq');
  const [text, setText] = useState(question);
  const ask = useCreate(askStaff());
  const failure = useFailure(ask.error);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    ask.mutate(text, { onSuccess: () => setText('') });
  };
  return (
    <form onSubmit={send} className="grid justify-items-start gap-3">
      <Textarea
        aria-label={t('askLabel')}
        value={text}
        maxLength={MOST_LETTERS}
        onChange={(event) => setText(event.target.value)}
      />
      <SaveProblem text={ask.isError ? failure : null} />
      <Button type="submit" variant="primary" isPending={ask.isPending} disabled={text.trim() === ''}>
        {t('send')}
      </Button>
      {ask.data !== undefined && <output className="text-ok">{ask.data}</output>}
    </form>
  );
}
