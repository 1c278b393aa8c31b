'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { price } from '../../../lib/words/format.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { afterwards } from '../../premium/after.ts';
import { type Change, changeSubscription, previewQuery } from '../api.ts';

/** Repeats the price below a long list, so people see what they confirm. */
export function Confirm({
  subscriptionId,
  change,
  onDone,
}: {
  subscriptionId: string;
  change: Change;
  onDone: () => void;
}) {
  const t = useTranslations('billing');
  const textOf = useFailureText();
  const preview = useQuery(previewQuery(subscriptionId, change));
  const save = useCreate(changeSubscription(useQueryClient(), subscriptionId));
  const locale = useLocale();
  const due = preview.data?.dueNowCents ?? 0;
  const confirm = () => afterwards(save.mutateAsync(change), onDone);
  return (
    <div className="flex w-full flex-col gap-3">
      {save.error && (
        <p role="alert" className="text-red">
          {textOf(save.error)}
        </p>
      )}
      <Button
        variant="primary"
        className="self-end"
        onClick={confirm}
        disabled={!preview.data}
        isPending={save.isPending}
      >
        {due > 0 ? t('confirm', { price: price(due, locale, preview.data?.currency) }) : t('confirmFree')}
      </Button>
    </div>
  );
}
