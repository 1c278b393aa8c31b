'use client';

import type { Addon } from '@tally/contract/premium/limits';
import type { GuildPlan } from '@tally/contract/premium/plans';
import type { Holder } from '@tally/contract/wire/enums';
import { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Crown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useDeferredValue, useState } from 'react';
import { CallError } from '../../../lib/call.ts';
import { Failed, useFailureText } from '../../../shell/failed.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { plansQuery } from '../../premium/api.ts';
import { PayChoice } from '../../premium/plans/pay-choice.tsx';
import { Points, UserPoints } from '../../premium/plans/points.tsx';
import type { Plans } from '../../premium/plans/screen.tsx';
import { ServerChoice, useOwnServers } from '../../premium/plans/server-choice.tsx';
import { type Order, quoteQuery } from '../api.ts';
import { AddonFields, type Extras } from './addon-fields.tsx';
import { Summary } from './summary.tsx';

const MAX_CODE = 64;

export function CheckoutScreen({ tierId }: { tierId: string }) {
  const plans = useQuery(plansQuery());
  if (plans.data) {
    return (
      <NuqsAdapter>
        <Known tierId={tierId} plans={plans.data} />
      </NuqsAdapter>
    );
  }
  if (plans.error) return <Failed error={plans.error} onRetry={() => void plans.refetch()} />;
  return <Waiting />;
}

function Waiting() {
  const ui = useTranslations('ui');
  return (
    <Loading label={ui('loading')} className="grid gap-4 lg:grid-cols-[1fr_360px]">
      <Skeleton className="h-96 w-full rounded-panel" />
      <Skeleton className="h-64 w-full rounded-panel" />
    </Loading>
  );
}

const view = {
  server: parseAsString,
  pay: parseAsStringLiteral(['month', 'year']).withDefault('month'),
  code: parseAsString.withDefault(''),
};

function Known({ tierId, plans }: { tierId: string; plans: Plans }) {
  const t = useTranslations('billing');
  const premium = useTranslations('premium');
  const [{ server, pay, code }, setView] = useQueryStates(view);
  const [extras, setExtras] = useState<Extras>({});
  const servers = useOwnServers();
  const plan = plans.tiers.find((each) => each.tierId === tierId);
  const serverId = servers.find(({ id }) => id === ServerId.safeParse(server).data)?.id ?? null;
  const type: Holder = plan?.type ?? 'guild';
  const order: Order | null =
    type === 'user'
      ? orderOf({ tierId, pay, code })
      : serverId && { ...orderOf({ tierId, pay, code }), guildId: serverId, ...additional(extras) };
  const ofServers = plans.tiers.filter((each): each is GuildPlan => each.type === 'guild');
  const free = ofServers.find(({ cents }) => cents === 0);
  // Deferred, so fetching a quote does not block typing.
  const asked = useDeferredValue(order);
  const quote = useQuery({ ...quoteQuery(type, asked ?? ({} as Order)), enabled: asked !== null });
  const textOf = useFailureText();
  const isCodeRefused = quote.error instanceof CallError && quote.error.text?.startsWith('affiliate:') === true;
  const toPlans = <ButtonLink href={serverId ? `/premium?server=${serverId}` : '/premium'}>{t('toPlans')}</ButtonLink>;
  if (!plan || plan.cents === 0) {
    return <Screen icon={Crown} title={t('noSuchPlan')} text={t('noSuchPlanText')} actions={toPlans} />;
  }
  if (plans.sale !== 'open') {
    return <Screen icon={Crown} title={t('cannotBuy')} text={premium(`sale.${plans.sale}`)} actions={toPlans} />;
  }
  return (
    <>
      <PageHeader title={t('buy', { plan: plan.name })} description={plan.description} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="flex min-w-0 flex-col gap-4">
          <Card>
            <CardHeader title={t('order')} />
            <CardBody className="flex flex-col gap-4">
              {type === 'guild' && (
                <Labelled label={t('server')} hint={serverId === null ? t('chooseServer') : undefined}>
                  <ServerChoice
                    label={t('server')}
                    servers={servers}
                    value={serverId}
                    onChange={(next) => void setView({ server: next })}
                  />
                </Labelled>
              )}
              <Labelled label={premium('payEvery')} className="items-start">
                <PayChoice
                  isAnnual={pay === 'year'}
                  onChange={(isAnnual) => void setView({ pay: isAnnual ? 'year' : null })}
                />
              </Labelled>
              <Field
                label={t('code')}
                hint={quote.data?.isCodeUnknown ? <span className="text-warn">{t('codeUnknown')}</span> : t('codeHint')}
                error={isCodeRefused ? textOf(quote.error) : undefined}
              >
                <FieldInput
                  value={code}
                  maxLength={MAX_CODE}
                  onChange={({ target }) => void setView({ code: target.value || null })}
                  className="max-w-80"
                  autoComplete="off"
                />
              </Field>
            </CardBody>
          </Card>
          {type === 'guild' && (
            <Card>
              <CardHeader title={t('addons')} description={t('addonsText')} />
              <CardBody>
                <AddonFields addons={plans.addons} isAnnual={pay === 'year'} extras={extras} onChange={setExtras} />
              </CardBody>
            </Card>
          )}
          <Card>
            <CardHeader title={t('what')} />
            <CardBody className="pt-0">
              {plan.type === 'guild' ? (
                <Points plan={plan} below={free} from={free} list="/premium#compare" />
              ) : (
                <UserPoints
                  carried={ofServers.find((each) => each.tierId === plan.userPremiumServerPremium)}
                  free={free}
                />
              )}
            </CardBody>
          </Card>
        </div>
        <Summary type={type} order={asked} />
      </div>
    </>
  );
}

const orderOf = ({ tierId, pay, code }: { tierId: string; pay: 'month' | 'year'; code: string }) => ({
  subscriptionTierId: tierId,
  annual: pay === 'year',
  ...(code.trim() === '' ? {} : { affiliate: code.trim() }),
});

const additional = (extras: Extras) =>
  Object.fromEntries(
    (Object.entries(extras) as [Addon, number][]).map(([addon, value]) => [`additional${addon}`, value]),
  );
