'use client';

import type { Subscription } from '@tally/contract/billing/calls';
import { useTranslations } from 'next-intl';
import { PortalButton } from './portal-button.tsx';

const texts = { past_due: 'pastDue', unpaid: 'unpaid', paused: 'paused', incomplete: 'incomplete' } as const;
export type Trouble = keyof typeof texts;
export const hasTrouble = (status: Subscription['status']): status is Trouble => status in texts;

/** No money came. What stands still and when, and the one thing to do about it. */
export function FixPayment({ status }: { status: Trouble }) {
  const t = useTranslations('billing');
  return (
    <div role="alert" className="mt-4 flex flex-wrap items-center gap-3 rounded-card border border-red p-3.5">
      <p className="min-w-0 flex-1 basis-64 text-red">{t(texts[status])}</p>
      {status !== 'incomplete' && <PortalButton variant="primary" />}
    </div>
  );
}
