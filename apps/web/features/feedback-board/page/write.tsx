'use client';

import type { WishKind } from '@tally/contract/feedback-board/calls';
import { wishKinds } from '@tally/contract/feedback-board/public-words';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { useCalm } from '../../../lib/browser/use-calm.ts';
import { loginPath } from '../../../lib/paths/paths.ts';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../shell/failed.tsx';
import { useCreate } from '../../../shell/use-create.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Input, Textarea } from '../../../ui/fields/input.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import { addWish, likeQuery } from '../api.ts';
import { StateBadge } from '../state-badge.tsx';

const MOST_LETTERS = { title: 120, text: 4000 };

export function Write({ isLoggedIn }: { isLoggedIn: boolean }) {
  const t = useTranslations('feedback-board');
  const [isOpen, setOpen] = useState(false);
  if (!isLoggedIn) {
    return (
      <a className={buttonClass('primary')} href={loginPath('/feedback')}>
        {t('logIn')}
      </a>
    );
  }
  return (
    <>
      <Button icon={Plus} variant="primary" onClick={() => setOpen(true)}>
        {t('write')}
      </Button>
      {isOpen && <Form onClose={() => setOpen(false)} />}
    </>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const t = useTranslations('feedback-board');
  const router = useRouter();
  const [kind, setKind] = useState<WishKind>('idea');
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const add = useCreate(addWish(), { leaves: true });
  const failure = useFailure(add.error);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    add.mutate({ kind, title: title.trim(), text }, { onSuccess: ({ wishId }) => router.push(`/feedback/${wishId}`) });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('write')} description={t('writeText')}>
      <form onSubmit={send} className="grid gap-4">
        <Labelled label={t('kind')}>
          <Select<WishKind>
            label={t('kind')}
            value={kind}
            choices={wishKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={setKind}
          />
        </Labelled>
        <Labelled label={t('titleLabel')}>
          <Input
            aria-label={t('titleLabel')}
            dir="auto"
            value={title}
            maxLength={MOST_LETTERS.title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Labelled>
        <Similar title={title} />
        <Labelled label={t('textLabel')}>
          <Textarea
            aria-label={t('textLabel')}
            rows={6}
            dir="auto"
            value={text}
            maxLength={MOST_LETTERS.text}
            onChange={(event) => setText(event.target.value)}
          />
        </Labelled>
        <SaveProblem text={add.isError ? failure : null} />
        <div className="flex justify-end gap-2">
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={add.isPending} disabled={title.trim() === ''}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Suggests similar posts, because a vote for one helps more than a duplicate. */
function Similar({ title }: { title: string }) {
  const t = useTranslations('feedback-board');
  const { data } = useQuery(likeQuery(useCalm(title.trim())));
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={t('similar')} className="rounded-card border border-line bg-raised p-3">
      <p className="text-muted text-small">{t('similar')}</p>
      <ul className="mt-1">
        {data.map(({ wishId, title: other, state, votes }) => (
          <li key={wishId} className="flex min-h-9 items-center gap-2">
            <Link href={`/feedback/${wishId}`} prefetch={false} className="min-w-0 flex-1 truncate hover:underline">
              <bdi>{other}</bdi>
            </Link>
            <StateBadge state={state} />
            <span className="figures text-muted text-small">{t('votes', { count: votes })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
