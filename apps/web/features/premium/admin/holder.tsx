'use client';

import type { Held } from '@tally/contract/premium/calls';
import { hasFlag, type PremiumFlag, premiumFlags } from '@tally/contract/premium/flags';
import type { Holder } from '@tally/contract/wire/enums';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { CallError } from '../../../lib/call.ts';
import { date, dateTime } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { managedQuery, plansQuery } from '../api.ts';
import type { Plans } from '../plans/screen.tsx';
import { Give, isGuild, type Managed } from './give.tsx';
import { sourceTones } from './sources.ts';

/** Shows the plans of one server or person with their sources, and a form to grant one. */
export function HolderScreen({ type, id }: { type: Holder; id: string }) {
  const t = useTranslations('premium.admin');
  const managed = useQuery(managedQuery(type, id));
  const plans = useQuery(plansQuery({ isAll: true }));
  if (managed.error instanceof CallError && managed.error.status === 404)
    return <EmptyState title={t('notFound')} text={t('notFoundText')} />;
  const kind = t(type === 'guild' ? 'server' : 'person');
  return (
    <>
      <PageHeader
        title={<bdi>{managed.data?.name ?? kind}</bdi>}
        description={
          <>
            {kind} ·{' '}
            <span className="figures" dir="ltr">
              {id}
            </span>
          </>
        }
      />
      {managed.data && plans.data ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Holds managed={managed.data} plans={plans.data} />
          <Give key={id} type={type} id={id} managed={managed.data} plans={plans.data} />
        </div>
      ) : (
        <Fetching {...(managed.data ? plans : managed)} className="h-64" />
      )}
    </>
  );
}

function Holds({ managed, plans }: { managed: Managed; plans: Plans }) {
  const t = useTranslations('premium');
  const locale = useLocale();
  const tierId = managed.premium?.tier;
  const rows: (readonly [string, string])[] = [];
  if (!isGuild(managed) && managed.serverPremiumCooldown)
    rows.push([t('admin.cooldown'), dateTime(managed.serverPremiumCooldown, locale)]);
  return (
    <Card>
      <CardHeader
        title={t('admin.holds')}
        actions={
          <span className="font-semibold">
            {plans.tiers.find((plan) => plan.tierId === tierId)?.name ?? tierId ?? t('free')}
          </span>
        }
      />
      <CardBody className="flex flex-col gap-3">
        {managed.held.length === 0 && (
          <p className="text-muted">{t(plans.sale === 'unlimited' ? 'sale.unlimited' : 'admin.holdsNothing')}</p>
        )}
        <ul className="divide-y divide-line">
          {managed.held.map((held) => (
            <Source key={`${held.source} ${held.since.getTime()} ${held.tierId}`} held={held} plans={plans} />
          ))}
        </ul>
        {rows.map(([term, value]) => (
          <p key={term} className="flex justify-between gap-3">
            <span className="text-muted">{term}</span>
            <span>{value}</span>
          </p>
        ))}
        {!isGuild(managed) && managed.oneServerPremium && (
          <p className="flex justify-between gap-3">
            <span className="text-muted">{t('admin.servesServer')}</span>
            <Link
              href={`/admin/premium/${managed.oneServerPremium}?type=guild`}
              prefetch={false}
              className="figures underline underline-offset-2"
              dir="ltr"
            >
              {managed.oneServerPremium}
            </Link>
          </p>
        )}
      </CardBody>
    </Card>
  );
}

/** Shows one source of a plan: a payment, a grant, or a person's own plan. */
function Source({ held, plans }: { held: Held; plans: Plans }) {
  const t = useTranslations('premium');
  const locale = useLocale();
  const plan = plans.tiers.find(({ tierId }) => tierId === held.tierId);
  const flags = (Object.keys(premiumFlags) as PremiumFlag[]).filter((flag) => hasFlag(held.bitfield, flag));
  return (
    <li className="flex flex-col gap-1.5 py-2.5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 font-medium">{plan?.name ?? held.tierId ?? t('admin.noTier')}</span>
        <Badge tone={sourceTones[held.source]}>{t(`admin.source.${held.source}`)}</Badge>
        <span className="text-muted text-small">{t('admin.since', { date: date(held.since, locale) })}</span>
      </span>
      {held.addons.length + flags.length > 0 && (
        <span className="flex flex-wrap gap-1.5">
          {held.addons.map(({ addonId, quantity }) => (
            <Badge key={addonId}>
              <bdi dir="ltr">+{quantity}</bdi> {t(`limits.${addonId}`)}
            </Badge>
          ))}
          {flags.map((flag) => (
            <Badge key={flag}>{t(`flags.${flag}`)}</Badge>
          ))}
        </span>
      )}
    </li>
  );
}
