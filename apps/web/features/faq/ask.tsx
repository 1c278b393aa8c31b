'use client';

import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { loginPath } from '../../lib/paths/paths.ts';
import { SaveProblem } from '../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../shell/failed.tsx';
import { useCreate } from '../../shell/use-create.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Textarea } from '../../ui/fields/input.tsx';
import { askStaff } from './api.ts';

const MOST_LETTERS = 500;

/** For what nobody has written an answer to yet. */
export function AskStaff({ question, isLoggedIn }: { question: string; isLoggedIn: boolean }) {
  const t = useTranslations('faq');
  const [text, setText] = useState(question);
  const ask = useCreate(askStaff());
  const failure = useFailure(ask.error);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    ask.mutate(text, { onSuccess: () => setText('') });
  };
  return (
    <section aria-labelledby="ask-staff" className="mt-10 rounded-panel border border-line bg-surface p-5">
      <h2 id="ask-staff" className="font-semibold text-lead">
        {t('askTitle')}
      </h2>
      <p className="mt-1 text-muted">{t('askText')}</p>
      {isLoggedIn ? (
        <form onSubmit={send} className="mt-4 grid justify-items-start gap-3">
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
      ) : (
        <a
          className={cx(buttonClass(), 'mt-4')}
          href={loginPath(`/faq${question ? `?q=${encodeURIComponent(question)}` : ''}`)}
        >
          {t('logIn')}
        </a>
      )}
    </section>
  );
}
