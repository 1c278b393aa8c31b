'use client';

import type { Wish, WishState } from '@tally/contract/feedback-board/calls';
import { wishStates } from '@tally/contract/feedback-board/public-words';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Merge, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { ConfirmDeed } from '../../../shell/confirm-deed.tsx';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../shell/failed.tsx';
import { meQuery } from '../../../shell/me.ts';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { decideWish, removeWish } from '../api.ts';
import { MergeDialog } from './merge.tsx';

const MOST_LETTERS = 500;

/** Renders nothing for people who are not staff. */
export function StaffTools({ wish }: { wish: Wish }) {
  const me = useQuery(meQuery());
  if (!me.data?.isStaff && !me.data?.isDev) return null;
  return <Tools key={`${wish.state} ${wish.why}`} wish={wish} />;
}

export function Tools({ wish }: { wish: Wish }) {
  const t = useTranslations('feedback-board');
  const router = useRouter();
  const client = useQueryClient();
  const [state, setState] = useState(wish.state);
  const [why, setWhy] = useState(wish.why ?? '');
  const [isMerging, setMerging] = useState(false);
  const decide = useCreate(decideWish(client, wish.wishId));
  const remove = useMutation(removeWish(client, 'any'));
  const failure = useFailure(decide.error);
  const isSame = state === wish.state && why.trim() === (wish.why ?? '');
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    decide.mutate(
      { state, why: why.trim() || null },
      {
        onSuccess(sentence) {
          void toast('success', { title: sentence });
          router.refresh();
        },
      },
    );
  };
  return (
    <form onSubmit={send} className="mt-6 grid gap-3 rounded-panel border border-line border-dashed p-4">
      <h2 className="caps text-faint">{t('staffTools')}</h2>
      <Select<WishState>
        label={t('state')}
        value={state}
        choices={wishStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        onChange={setState}
        className="max-w-56"
      />
      <Textarea
        aria-label={t('why')}
        placeholder={state === 'declined' ? t('whyNeeded') : t('why')}
        rows={2}
        dir="auto"
        value={why}
        maxLength={MOST_LETTERS}
        onChange={(event) => setWhy(event.target.value)}
      />
      <SaveProblem text={decide.isError ? failure : null} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          isPending={decide.isPending}
          disabled={isSame || (state === 'declined' && why.trim() === '')}
        >
          {t('decide')}
        </Button>
        <Button icon={Merge} type="button" onClick={() => setMerging(true)}>
          {t('merge')}
        </Button>
        <ConfirmDeed
          title={t('remove')}
          text={t('removeText', { title: wish.title, votes: wish.votes, comments: wish.comments })}
          act={remove}
          input={wish.wishId}
          onDone={() => router.push('/feedback')}
          label={
            <>
              <Icon of={Trash2} />
              {t('removeYes')}
            </>
          }
          trigger={
            <Button icon={Trash2} type="button" variant="danger">
              {t('removeYes')}
            </Button>
          }
        />
      </div>
      {isMerging && (
        <MergeDialog
          wish={wish}
          onClose={() => setMerging(false)}
          onDone={(into) => router.push(`/feedback/${into}`)}
        />
      )}
    </form>
  );
}
