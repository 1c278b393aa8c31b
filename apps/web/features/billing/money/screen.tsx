'use client';

import type { Money } from '@tally/contract/billing/calls';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { dateTime, fullCount, price } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { moneyQuery } from '../api.ts';

const periods = [7, 30, 90, 365] as const;

/** Shows subscription revenue. Refunds, disputes and cards are handled at Stripe. */
export function MoneyScreen() {
  const t = useTranslations('billing.money');
  const [days, setDays] = useState<number>(30);
  const { data, error, refetch } = useQuery(moneyQuery(days));
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          data?.stripeUrl && (
            <a href={data.stripeUrl} target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
              {t('stripe')}
              <Icon of={ArrowUpRight} />
            </a>
          )
        }
      />
      <div className="mb-5">
        <Tabs
          label={t('period')}
          value={`${days}`}
          onChange={(value) => setDays(Number(value))}
          tabs={periods.map((each) => ({ value: `${each}`, label: t('days', { count: each }) }))}
        />
      </div>
      {!data && <Fetching error={error} refetch={refetch} className="h-64" />}
      {data &&
        (data.stripeUrl === null && data.plans.length === 0 ? (
          <EmptyState title={t('off')} text={t('offText')} />
        ) : (
          <Shown money={data} />
        ))}
    </>
  );
}

function Shown({ money }: { money: Money }) {
  const t = useTranslations('billing.money');
  const locale = useLocale();
  const count = (value: number) => fullCount(value, locale);
  const { plans, begun, ended, trialing, ending, disputes, refunds, failed } = money;
  const monthly = [...Map.groupBy(plans, ({ currency }) => currency)].map(([currency, rows]) =>
    price(
      rows.reduce((sum, { monthlyCents }) => sum + monthlyCents, 0),
      locale,
      currency,
    ),
  );
  const back = refunds?.map(({ cents, currency }) => price(cents, locale, currency));
  const tiles: readonly (readonly [string, string, string?])[] = [
    [t('monthly'), monthly.join(' + ') || price(0, locale)],
    [t('begun'), count(begun.now), t('before', { value: count(begun.before) })],
    [t('ended'), count(ended.now), t('before', { value: count(ended.before) })],
    [t('ending'), count(ending)],
    [t('trialing'), count(trialing)],
    [t('refunds'), back === undefined ? t('unknown') : back.join(' + ') || price(0, locale)],
    [t('disputes'), count(disputes)],
  ];
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-2 gap-x-5 gap-y-6 border-line border-y py-6 sm:grid-cols-4">
        {tiles.map(([name, value, before]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-muted">
              {name}
              {before && <span className="figures block text-small">{before}</span>}
            </dt>
            <dd className="wide text-head tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <List title={t('plans')} none={t('noPlans')}>
        {plans.map(({ tierId, name, currency, subscriptions, monthlyCents }) => (
          <li key={`${tierId} ${currency}`} className="flex flex-wrap items-baseline gap-x-4 py-2">
            <span className="min-w-0 flex-1 font-semibold">{name ?? tierId ?? t('unknownPlan')}</span>
            <span className="text-muted">{t('subscriptions', { count: subscriptions })}</span>
            <span className="figures">{t('aMonth', { price: price(monthlyCents, locale, currency) })}</span>
          </li>
        ))}
      </List>
      <List title={t('failed')} none={t('noneFailed')}>
        {failed.map((row) => (
          <li key={row.subscriptionId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <Link
              href={`/admin/${row.holder === 'guild' ? 'servers' : 'people'}/${row.holderId}`}
              prefetch={false}
              className="min-w-0 flex-1 basis-40 font-semibold underline-offset-4 wrap-anywhere hover:underline"
            >
              <bdi>{row.name ?? row.holderId}</bdi>
            </Link>
            <Badge tone="danger">{t(row.status === 'unpaid' ? 'unpaid' : 'pastDue')}</Badge>
            <span className="figures">{price(row.cents, locale, row.currency)}</span>
            <span className="text-muted text-small">{dateTime(row.since, locale)}</span>
            <a href={row.stripeUrl} target="_blank" rel="noreferrer" className="underline underline-offset-4">
              {t('stripe')}
            </a>
          </li>
        ))}
      </List>
    </div>
  );
}

function List({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody>
        {children.length === 0 ? (
          <p className="text-muted">{none}</p>
        ) : (
          <ul className="divide-y divide-line">{children}</ul>
        )}
      </CardBody>
    </Card>
  );
}
