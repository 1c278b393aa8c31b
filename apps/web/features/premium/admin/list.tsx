'use client';

import type { Held } from '@tally/contract/premium/calls';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useDeferredValue } from 'react';
import { date, price } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { MoreButton } from '../../../shell/more-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { heldQuery, plansQuery } from '../api.ts';
import { sourceTones } from './sources.ts';

const view = { search: parseAsString.withDefault(''), type: parseAsStringLiteral(['guild', 'user']) };

export function HeldScreen() {
  const t = useTranslations('premium.admin');
  const [{ search, type }, setView] = useQueryStates(view);
  const wanted = useDeferredValue(search.trim().slice(0, 100));
  const held = useInfiniteQuery(heldQuery({ search: wanted, type }));
  const list = held.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          <ButtonLink variant="primary" href="/admin/premium/single">
            {t('single')}
          </ButtonLink>
        }
      />
      <div className="mb-4 flex flex-wrap gap-2">
        <label className="relative min-w-0 flex-1 basis-60">
          <span className="sr-only">{t('search')}</span>
          <Icon of={Search} className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
          <Input
            type="search"
            className="ps-9"
            placeholder={t('search')}
            value={search}
            maxLength={100}
            onChange={({ target }) => void setView({ search: target.value || null })}
          />
        </label>
        <div className="w-full sm:w-44">
          <Select
            label={t('type')}
            value={type ?? 'all'}
            onChange={(next) => void setView({ type: next === 'all' ? null : next })}
            choices={[
              { value: 'all', label: t('all') },
              { value: 'guild', label: t('servers') },
              { value: 'user', label: t('people') },
            ]}
          />
        </div>
      </div>
      {!held.data && <Fetching {...held} className="h-[52px]" rows={2} />}
      {held.data && list.length === 0 && <EmptyState title={t('nobody')} text={t('nobodyText')} />}
      {list.length > 0 && (
        <ul className="divide-y divide-line rounded-panel border border-line bg-surface">
          {list.map((each) => (
            <Row key={`${each.type} ${each.id} ${each.source} ${each.since.getTime()}`} held={each} />
          ))}
        </ul>
      )}
      <MoreButton list={held} className="mt-3">
        {t('more')}
      </MoreButton>
      <Plans />
    </>
  );
}

function Row({ held }: { held: Held }) {
  const t = useTranslations('premium.admin');
  const locale = useLocale();
  const plans = useQuery(plansQuery({ isAll: true })).data;
  const { type, id, name, source, tierId, since } = held;
  const plan = plans?.tiers.find((each) => each.tierId === tierId);
  return (
    <li>
      <Link
        href={`/admin/premium/${id}?type=${type}`}
        prefetch={false}
        className="flex min-h-[52px] flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 transition-colors duration-120 hover:bg-raised"
      >
        <span className="min-w-0 flex-1 basis-48">
          <span className="block truncate font-medium">
            <bdi>{name ?? t('unknownName')}</bdi>
          </span>
          <span className="figures block text-muted text-small">{id}</span>
        </span>
        <span>{tierId === null ? t('noTier') : (plan?.name ?? tierId)}</span>
        <Badge tone={sourceTones[source]}>{t(`source.${source}`)}</Badge>
        <span className="text-muted text-small">{t('since', { date: date(since, locale) })}</span>
      </Link>
    </li>
  );
}

function Plans() {
  const t = useTranslations('premium.admin');
  const locale = useLocale();
  const plans = useQuery(plansQuery({ isAll: true }));
  return (
    <Card className="mt-8">
      <CardHeader title={t('plans')} description={t('planText')} />
      <CardBody>
        {!plans.data && <Fetching {...plans} className="h-40" />}
        <ul className="divide-y divide-line">
          {plans.data?.tiers.map((plan) => (
            <li key={plan.tierId} className="flex flex-wrap items-center gap-3 py-2">
              <span className="min-w-0 flex-1 font-medium">{plan.name}</span>
              <span className="figures text-muted" dir="ltr">
                {price(plan.cents, locale)}
              </span>
              <ButtonLink
                size="compact"
                href={`/admin/premium/${plan.tierId}`}
                aria-label={`${t('edit')}: ${plan.name}`}
              >
                {t('edit')}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
