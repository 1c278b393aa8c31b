'use client';

import { tiers } from '@tally/contract/premium/flags';
import { useQuery } from '@tanstack/react-query';
import { Crown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { hasAnswered } from '../../../lib/live/query-client.ts';
import { Failed } from '../../../shell/failed.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { plansQuery } from '../../premium/api.ts';
import { ServerPremium } from '../../premium/move/server-premium.tsx';
import { PausedInServers } from '../../premium/paused.tsx';
import { SaleNotice } from '../../premium/plans/sale-notice.tsx';
import { useOwnServers } from '../../premium/plans/server-choice.tsx';
import { subscriptionsQuery } from '../api.ts';
import { Payments } from './payments.tsx';
import { Returned } from './returned.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

export function SubscriptionsScreen() {
  const t = useTranslations('billing');
  const ui = useTranslations('ui');
  const subscriptions = useQuery(subscriptionsQuery());
  const plans = useQuery(plansQuery());
  const servers = useOwnServers();
  // Waits for the plans, so an announced sale does not push the list down.
  const data = hasAnswered(plans) ? subscriptions.data : undefined;
  const isEmpty = data && !data.user && data.guilds.length === 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          <ButtonLink href="/premium">
            <Icon of={Crown} className="text-warn" />
            {t('toPlans')}
          </ButtonLink>
        }
      />
      {plans.data && <SaleNotice sale={plans.data.sale} className="mb-4" />}
      <Returned />
      {(subscriptions.isPending || (subscriptions.data && !data)) && (
        <Loading label={ui('loading')} className="flex flex-col gap-4">
          <Skeleton className="h-44 w-full rounded-panel" />
          <Skeleton className="h-56 w-full rounded-panel" />
        </Loading>
      )}
      {subscriptions.error && !subscriptions.data && (
        <Failed error={subscriptions.error} onRetry={() => void subscriptions.refetch()} />
      )}
      {data && (
        <div className="flex flex-col gap-4">
          {isEmpty && <EmptyState title={t('empty')} text={t('emptyText')} />}
          {data.user && (
            <SubscriptionCard
              subscription={data.user}
              plans={plans.data}
              name={t('you')}
              picture={null}
              server={null}
            />
          )}
          {data.guilds.map((each) => {
            const server = servers.find(({ id }) => id === each.guildId);
            return (
              <SubscriptionCard
                key={each.id}
                subscription={each}
                plans={plans.data}
                name={server?.name ?? each.guildId}
                picture={server?.icon ?? null}
                server={server ? each.guildId : null}
              />
            );
          })}
          <ServerPremium />
          <PausedInServers
            serverIds={data.guilds
              .filter(
                ({ status, tierId }) =>
                  status === 'canceled' || status === 'unpaid' || tierId !== tiers.ServerPremiumPlus,
              )
              .map(({ guildId }) => guildId)
              .filter((id) => servers.some((server) => server.id === id))}
          />
          {!isEmpty && <Payments />}
        </div>
      )}
    </>
  );
}
