'use client';

import type { WishComment } from '@tally/contract/feedback-board/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { loginPath } from '../../../lib/paths/paths.ts';
import { utcDate } from '../../../lib/words/format.ts';
import { ConfirmDeed } from '../../../shell/confirm-deed.tsx';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../shell/failed.tsx';
import { meQuery } from '../../../shell/me.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Textarea } from '../../../ui/fields/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { addComment, removeComment } from '../api.ts';

const MOST_LETTERS = 2000;

/** A comment whose Markdown the server has converted into HTML. */
type Said = WishComment & { readonly html: string };

export function Comments({ wishId, said, isLoggedIn }: { wishId: string; said: readonly Said[]; isLoggedIn: boolean }) {
  const t = useTranslations('feedback-board');
  const me = useQuery({ ...meQuery(), enabled: isLoggedIn });
  const mayRemoveAll = me.data !== undefined && me.data !== null && (me.data.isStaff || me.data.isDev);
  return (
    <section aria-labelledby="comments" className="mt-10">
      <h2 id="comments" className="font-semibold text-lead">
        {said.length === 0 ? t('noComments') : t('comments', { count: said.length })}
      </h2>
      <ul className="mt-3 grid gap-3">
        {said.map((comment) => (
          <Comment
            key={comment.commentId}
            wishId={wishId}
            comment={comment}
            mayRemove={comment.isOwn || mayRemoveAll}
          />
        ))}
      </ul>
      {isLoggedIn ? (
        <Say wishId={wishId} />
      ) : (
        <a className={cx(buttonClass(), 'mt-4')} href={loginPath(`/feedback/${wishId}`)}>
          {t('logInToSay')}
        </a>
      )}
    </section>
  );
}

function Comment({ wishId, comment, mayRemove }: { wishId: string; comment: Said; mayRemove: boolean }) {
  const t = useTranslations('feedback-board');
  const locale = useLocale();
  const router = useRouter();
  const remove = useMutation(removeComment(wishId, comment.isOwn ? 'own' : 'any'));
  const { commentId, text, html, author, isStaff, createdAt } = comment;
  const name = author ?? t('somebody');
  return (
    <li className="rounded-panel border border-line bg-surface p-4">
      <div className="flex items-center gap-2 text-muted text-small">
        <bdi className="font-semibold text-text">{name}</bdi>
        {isStaff && <Badge tone="info">{t('staff')}</Badge>}
        <span className="me-auto">{utcDate(createdAt, locale)}</span>
        {mayRemove && (
          <ConfirmDeed
            title={t('removeComment')}
            text={text}
            act={remove}
            input={commentId}
            onDone={() => router.refresh()}
            label={
              <>
                <Icon of={Trash2} />
                {t('removeYes')}
              </>
            }
            trigger={<IconButton icon={Trash2} label={t('removeCommentOf', { name })} />}
          />
        )}
      </div>
      <Prose html={html} className="mt-1 wrap-anywhere [&_p]:whitespace-pre-line" />
    </li>
  );
}

function Say({ wishId }: { wishId: string }) {
  const t = useTranslations('feedback-board');
  const router = useRouter();
  const [text, setText] = useState('');
  const add = useCreate(addComment(wishId));
  const failure = useFailure(add.error);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    add.mutate(text, {
      onSuccess() {
        setText('');
        router.refresh();
      },
    });
  };
  return (
    <form onSubmit={send} className="mt-4 grid justify-items-start gap-3">
      <Textarea
        aria-label={t('say')}
        placeholder={t('say')}
        dir="auto"
        value={text}
        maxLength={MOST_LETTERS}
        onChange={(event) => setText(event.target.value)}
      />
      <SaveProblem text={add.isError ? failure : null} />
      <Button type="submit" variant="primary" isPending={add.isPending} disabled={text.trim() === ''}>
        {t('sendComment')}
      </Button>
    </form>
  );
}
