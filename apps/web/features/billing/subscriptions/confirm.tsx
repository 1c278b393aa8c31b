'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useFailureText } from '../../../shell/failed.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Change, changeSubscription, previewQuery } from '../api.ts';
import { Cost } from './cost.tsx';
import { afterwards } from './after.ts';

/** The price, and the button that it belongs to: nobody confirms what they have not seen. */
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
  const save = useMutation(changeSubscription(useQueryClient(), subscriptionId));
  const confirm = () => afterwards(save.mutateAsync(change), onDone);
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Cost subscriptionId={subscriptionId} change={change} />
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
        {t('confirm')}
      </Button>
    </div>
  );
}
