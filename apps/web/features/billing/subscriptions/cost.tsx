'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { date, price } from '../../../lib/words/format.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type Change, previewQuery } from '../api.ts';

/** The price of a change now and later, computed by Stripe, before anything is confirmed. */
export function Cost({ subscriptionId, change }: { subscriptionId: string; change: Change }) {
  const t = useTranslations('billing');
  const locale = useLocale();
  const textOf = useFailureText();
  const { data, error } = useQuery(previewQuery(subscriptionId, change));
  if (error)
    return (
      <p role="alert" className="whitespace-pre-line text-red">
        {textOf(error)}
      </p>
    );
  if (!data) return <Skeleton className="h-28 w-full" />;
  const money = (cents: number) => price(cents, locale, data.currency);
  return (
    <div className="rounded-card border border-line p-3.5">
      {data.lines.length > 0 && (
        <ul className="mb-3 flex flex-col gap-1.5 border-b border-line pb-3 text-muted text-small">
          {data.lines.map(({ text, cents }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two lines may say the same
            <li key={`${place} ${text}`} className="flex justify-between gap-3">
              <span className="min-w-0" dir="auto">
                {text}
              </span>
              <span className="figures shrink-0" dir="ltr">
                {money(cents)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <dl className="flex flex-col gap-1">
        <div className="flex justify-between gap-3 font-semibold">
          <dt>{t('dueNow')}</dt>
          <dd className="figures" dir="ltr" data-testid="change-due">
            {money(data.dueNowCents)}
          </dd>
        </div>
        {data.creditCents > 0 && (
          <div className="flex justify-between gap-3 text-ok">
            <dt>{t('credit')}</dt>
            <dd className="figures" dir="ltr">
              {money(data.creditCents)}
            </dd>
          </div>
        )}
        <div className="flex justify-between gap-3 text-muted">
          <dt>{t('from', { date: date(data.nextAt, locale) })}</dt>
          <dd className="figures" dir="ltr">
            {money(data.nextCents)}
          </dd>
        </div>
      </dl>
    </div>
  );
}
