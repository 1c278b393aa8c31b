'use client';

import type { Subscription } from '@tally/contract/billing';
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { paymentsQuery } from '../api.ts';

const texts = { past_due: 'pastDue', unpaid: 'unpaid', paused: 'paused', incomplete: 'incomplete' } as const;
export type Trouble = keyof typeof texts;
export const hasTrouble = (status: Subscription['status']): status is Trouble => status in texts;

/** No money came. What stands still and when, and the one thing to do about it. */
export function FixPayment({ status }: { status: Trouble }) {
  const t = useTranslations('billing');
  const portal = useQuery(paymentsQuery()).data?.portalUrl;
  return (
    <div role="alert" className="mt-4 flex flex-wrap items-center gap-3 rounded-card border border-red p-3.5">
      <p className="min-w-0 flex-1 basis-64 text-red">{t(texts[status])}</p>
      {portal && status !== 'incomplete' && (
        <a href={portal} className={buttonClass('primary')}>
          <Icon of={CreditCard} />
          {t('paymentMethod')}
        </a>
      )}
    </div>
  );
}
