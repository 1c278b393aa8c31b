'use client';

import type { Payment } from '@tally/contract/billing/calls';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { date, price } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { paymentsQuery } from '../api.ts';
import { PortalButton } from './portal-button.tsx';

const tones: Record<Payment['status'], Tone> = {
  draft: 'neutral',
  open: 'warn',
  paid: 'ok',
  uncollectible: 'danger',
  void: 'neutral',
};

/** Invoices, and the link to cards and addresses, which Stripe stores. */
export function Payments() {
  const t = useTranslations('billing');
  const payments = useQuery(paymentsQuery());
  const { data } = payments;
  return (
    <Card>
      <CardHeader title={t('payments')} description={t('paymentsText')} actions={<PortalButton />} />
      <CardBody>
        {!data && <Fetching {...payments} className="h-32" />}
        {data?.payments.length === 0 && <p className="text-muted">{t('noPayments')}</p>}
        {data && data.payments.length > 0 && (
          <ul className="divide-y divide-line">
            {data.payments.map((payment) => (
              <Row key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function Row({ payment }: { payment: Payment }) {
  const t = useTranslations('billing');
  const locale = useLocale();
  const { title, amountCents, currency, status, createdAt, invoiceUrl } = payment;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[7rem_1fr_auto_5rem_auto]">
      <span className="figures text-muted">{date(createdAt, locale)}</span>
      <span className="order-first col-span-2 min-w-0 sm:order-none sm:col-span-1 sm:truncate" dir="auto">
        {title}
      </span>
      <Badge tone={tones[status]} className="justify-self-end">
        {t(`paid.${status}`)}
      </Badge>
      <span className="figures sm:text-end">
        <bdi dir="ltr">{price(amountCents, locale, currency)}</bdi>
      </span>
      {invoiceUrl ? (
        <a
          href={invoiceUrl}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1.5 underline underline-offset-2"
        >
          {t('invoice')}
          <Icon of={ExternalLink} size={14} />
        </a>
      ) : (
        <span />
      )}
    </li>
  );
}
