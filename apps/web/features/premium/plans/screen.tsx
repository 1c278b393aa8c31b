'use client';

import type { premium } from '@tally/contract/premium/calls';
import type { GuildPlan } from '@tally/contract/premium/plans';
import type { ReplyOf } from '@tally/contract/wire/endpoint';
import { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useState } from 'react';
import { Failed } from '../../../shell/failed.tsx';
import { WhenHydrated } from '../../../shell/layout/when-hydrated.tsx';
import { meQuery } from '../../../shell/me.ts';
import { serverQuery, serversQuery } from '../../../shell/server/api.ts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { plansQuery } from '../api.ts';
import { Comparison } from './comparison.tsx';
import { CreatorSlider, mostCreators } from './creator-slider.tsx';
import { PayChoice } from './pay-choice.tsx';
import { SaleNotice } from './sale-notice.tsx';
import { ServerChoice, useOwnServers } from './server-choice.tsx';
import { TierCard } from './tier-card.tsx';

export type Plans = ReplyOf<typeof premium.listPlans>;

export function PremiumScreen({ initial, isLoggedIn }: { initial: Plans | null; isLoggedIn: boolean }) {
  return (
    <NuqsAdapter>
      <WhenHydrated fallback={<Shown isLoggedIn={false} hasServers={isLoggedIn} initial={initial} />}>
        <Shown isLoggedIn={isLoggedIn} hasServers={isLoggedIn} initial={initial} />
      </WhenHydrated>
    </NuqsAdapter>
  );
}

const view = { server: parseAsString, pay: parseAsStringLiteral(['month', 'year']).withDefault('month') };

function Shown({
  initial,
  isLoggedIn,
  hasServers,
}: {
  initial: Plans | null;
  isLoggedIn: boolean;
  /** True to reserve space for the server choice while the list loads. */
  hasServers: boolean;
}) {
  const t = useTranslations('premium');
  const ui = useTranslations('ui');
  const [{ server: named, pay }, setView] = useQueryStates(view);
  const plans = useQuery({ ...plansQuery(), ...(initial ? { initialData: initial } : {}) });
  const servers = useOwnServers(isLoggedIn);
  const areServersAwaited = useQuery({ ...serversQuery(), enabled: isLoggedIn }).isPending && hasServers;
  const namedId = ServerId.safeParse(named).data;
  const serverId = servers.find(({ id }) => id === namedId)?.id ?? null;
  const isAnnual = pay === 'year';
  return (
    <div className="mx-auto max-w-6xl px-5 py-12">
      <h1 className="page-title text-balance">{t('title')}</h1>
      <p className="mt-3 max-w-2xl text-lead text-muted text-pretty">{t('text')}</p>
      {plans.data && <SaleNotice sale={plans.data.sale} className="mt-6" />}
      <div className="mt-8 mb-5 flex flex-wrap items-center gap-3">
        <PayChoice isAnnual={isAnnual} onChange={(next) => void setView({ pay: next ? 'year' : null })} />
        {areServersAwaited && <Skeleton className="h-control w-full max-w-80 rounded-control" />}
        {servers.length > 0 && (
          <ServerChoice
            label={t('forServer')}
            servers={servers}
            value={serverId}
            onChange={(server) => void setView({ server })}
          />
        )}
      </div>
      {plans.data && (
        <Tiers plans={plans.data} isAnnual={isAnnual} serverId={serverId} namedId={namedId} isLoggedIn={isLoggedIn} />
      )}
      {plans.isPending && (
        <Loading label={ui('loading')} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <Skeleton className="h-64 w-full rounded-panel" />
          <Skeleton className="h-64 w-full rounded-panel" />
          <Skeleton className="h-64 w-full rounded-panel" />
        </Loading>
      )}
      {plans.error && !plans.data && <Failed error={plans.error} onRetry={() => void plans.refetch()} />}
      {plans.data && <Comparison plans={plans.data.tiers.filter(({ type }) => type === 'guild')} />}
      <Faq />
    </div>
  );
}

function Tiers({
  plans,
  isAnnual,
  serverId,
  namedId,
  isLoggedIn,
}: {
  plans: Plans;
  isAnnual: boolean;
  serverId: ServerId | null;
  /** The server in the URL, which links use before the servers load. The checkout refuses foreign servers. */
  namedId: ServerId | undefined;
  isLoggedIn: boolean;
}) {
  const server = useQuery({ ...serverQuery(serverId ?? ('' as ServerId)), enabled: serverId !== null }).data;
  const me = useQuery({ ...meQuery(), enabled: isLoggedIn }).data;
  const { tiers, sale } = plans;
  const held = tiers.find(({ tierId }) => tierId === server?.premium.tier);
  const isSold = sale === 'open';
  const ofServers = tiers
    .filter((plan): plan is GuildPlan => plan.type === 'guild')
    .toSorted((one, other) => one.cents - other.cents);
  const [creators, setCreators] = useState(10);
  const fitting = ofServers.find((plan) => mostCreators(plan) >= creators);
  return (
    <>
      <CreatorSlider plans={ofServers} value={creators} onChange={setCreators} />
      <ul className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {ofServers.map((plan, place) => (
          <TierCard
            key={plan.tierId}
            below={ofServers[place - 1]}
            plan={plan}
            isAnnual={isAnnual}
            isSold={isSold}
            server={server}
            serverId={namedId}
            isCurrent={server?.premium.tier === plan.tierId}
            isMore={plan.cents > (held?.cents ?? 0)}
            isFitting={plan === (fitting ?? ofServers.at(-1))}
          />
        ))}
        {tiers.map((plan) =>
          plan.type === 'user' && plan.cents > 0 ? (
            <TierCard
              key={plan.tierId}
              plan={plan}
              isAnnual={isAnnual}
              isSold={isSold}
              server={undefined}
              isCurrent={me?.database.premium?.tier === plan.tierId}
              isMore
              carried={ofServers.find(({ tierId }) => tierId === plan.userPremiumServerPremium)}
              free={ofServers[0]}
            />
          ) : null,
        )}
      </ul>
    </>
  );
}

const questions = ['cancel', 'lapse', 'move', 'several', 'who', 'change', 'pay', 'vote'] as const;

function Faq() {
  const t = useTranslations('premium.faq');
  return (
    <section aria-labelledby="faq" className="mt-12 max-w-3xl">
      <h2 id="faq" className="mb-3 font-semibold text-title">
        {t('title')}
      </h2>
      <div className="divide-y divide-line rounded-panel border border-line bg-surface">
        {questions.map((each) => (
          <details key={each} className="group px-5 py-4">
            <summary className="cursor-pointer font-semibold">{t(`${each}.question`)}</summary>
            <p className="mt-2 text-muted text-pretty">{t(`${each}.answer`)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
