'use client';

import type { Wish } from '@tally/contract/feedback-board/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCalm } from '../../../lib/browser/use-calm.ts';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, mostLetters } from '../../../ui/fields/input.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import { likeQuery, mergeWish } from '../api.ts';

/** Merges a post into another one. The most similar posts are listed first. */
export function MergeDialog({
  wish,
  onClose,
  onDone,
}: {
  wish: Wish;
  onClose: () => void;
  onDone: (into: string) => void;
}) {
  const t = useTranslations('feedback-board');
  const [search, setSearch] = useState(wish.title);
  const [into, setInto] = useState<string | null>(null);
  const { data } = useQuery(likeQuery(useCalm(search.trim())));
  const merge = useCreate(mergeWish(useQueryClient(), wish.wishId));
  const failure = useFailure(merge.error);
  const others = data?.filter(({ wishId }) => wishId !== wish.wishId);
  const go = () => {
    if (into === null) return;
    merge.mutate(into, {
      onSuccess(sentence) {
        void toast('success', { title: sentence });
        onClose();
        onDone(into);
      },
    });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('mergeTitle')} description={t('mergeText')}>
      <Input
        type="search"
        aria-label={t('searchLabel')}
        value={search}
        maxLength={mostLetters.search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <fieldset className="mt-4">
        <legend className="text-muted text-small">{t('mergeInto')}</legend>
        {others?.length === 0 && <p className="mt-2">{t('nothingTitle')}</p>}
        {others?.map(({ wishId, title, votes }) => (
          <label key={wishId} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="into"
              value={wishId}
              checked={into === wishId}
              onChange={() => setInto(wishId)}
              className="size-4 shrink-0 accent-text"
            />
            <bdi className="min-w-0 flex-1 wrap-anywhere">{title}</bdi>
            <span className="figures text-muted text-small">{t('votes', { count: votes })}</span>
          </label>
        ))}
      </fieldset>
      <SaveProblem text={merge.isError ? failure : null} />
      <div className="mt-4 flex justify-end gap-2">
        <DialogCancel />
        <Button variant="primary" disabled={into === null} isPending={merge.isPending} onClick={go}>
          {t('mergeYes')}
        </Button>
      </div>
    </Dialog>
  );
}
