'use client';

import { type GuildPlan, MONTHS_PAID_PER_YEAR, type Plan } from '@tally/contract/premium/plans';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { Crown, Plus } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { price } from '../../../lib/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink, buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Gains } from './gains.tsx';
import { priceOf } from './limits.ts';
import { Points, UserPoints } from './points.tsx';

interface Props {
  readonly plan: Plan;
  readonly isAnnual: boolean;
  readonly isSold: boolean;
  /** The chosen server, if the plan is for servers. */
  readonly server: GuildInfo | undefined;
  readonly serverId?: ServerId | undefined;
  readonly isCurrent: boolean;
  /** True if the plan is larger than the current one. */
  readonly isMore: boolean;
  /** The next smaller plan. */
  readonly below?: GuildPlan | undefined;
  /** True if the plan covers as many creators as the person follows. */
  readonly isFitting?: boolean;
  /** For a personal plan: the plan that it gives one server, and the plan of other servers. */
  readonly carried?: GuildPlan | undefined;
  readonly free?: GuildPlan | undefined;
}

export function TierCard(props: Props) {
  const { plan, isAnnual, isSold, server, serverId, isCurrent, isMore, below, isFitting = false } = props;
  const t = useTranslations('premium');
  const isFree = plan.cents === 0;
  return (
    <li
      className={cx(
        'flex min-w-0 flex-col rounded-panel border bg-surface p-5',
        plan.highlighted ? 'border-ink' : 'border-line',
      )}
    >
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        {!isFree && <Icon of={Crown} className="text-warn" />}
        <h2 className="font-semibold text-lead" dir="auto">
          {plan.name}
        </h2>
        {isCurrent && <Badge tone="ok">{t('current')}</Badge>}
        {isFitting && <Badge tone="info">{t('fitting')}</Badge>}
        {plan.onSaleTag && <Badge tone="warn">{t('onSale')}</Badge>}
      </div>
      <Price plan={plan} isAnnual={isAnnual} />
      <p className="mt-2 text-muted text-pretty" dir="auto">
        {plan.description}
      </p>
      {plan.trialDays > 0 && <p className="mt-2 text-small text-ok">{t('trial', { days: plan.trialDays })}</p>}
      {isFree && !isCurrent && (
        // A plain link, because the route redirects to Discord and the router must not follow it.
        <a href="/invite" className={cx(buttonClass(), 'mt-4 w-full')}>
          <Icon of={Plus} />
          {t('addToDiscord')}
        </a>
      )}
      {!isFree && isSold && !isCurrent && (
        <ButtonLink
          variant={plan.highlighted ? 'primary' : 'quiet'}
          className="mt-4 w-full"
          href={checkoutOf(plan, { isAnnual, serverId })}
        >
          {t('choose', { plan: plan.name })}
        </ButtonLink>
      )}
      {isCurrent && !isFree && (
        <ButtonLink className="mt-4 w-full" href="/manage-subscription">
          {t('manage')}
        </ButtonLink>
      )}
      {plan.type === 'user' && <UserPoints carried={props.carried} free={props.free} />}
      {plan.type === 'guild' &&
        (server && isMore ? (
          <Gains server={server} plan={plan} />
        ) : (
          <Points plan={plan} below={below} title={below && t('everythingIn', { plan: below.name })} />
        ))}
    </li>
  );
}

function checkoutOf(plan: Plan, { isAnnual, serverId }: { isAnnual: boolean; serverId: ServerId | undefined }): string {
  const query = new URLSearchParams({
    ...(plan.type === 'guild' && serverId ? { server: serverId } : {}),
    ...(isAnnual ? { pay: 'year' } : {}),
  }).toString();
  return `/premium/checkout/${plan.tierId}${query === '' ? '' : `?${query}`}`;
}

function Price({ plan, isAnnual }: { plan: Plan; isAnnual: boolean }) {
  const t = useTranslations('premium');
  const locale = useLocale();
  if (plan.cents === 0) return <p className="wide mt-3 text-head">{t('free')}</p>;
  const cents = priceOf(plan.cents, isAnnual, MONTHS_PAID_PER_YEAR);
  return (
    <>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
        <span className="wide text-head" dir="ltr">
          {price(cents, locale)}
        </span>
        <span className="text-muted">{t(isAnnual ? 'aYear' : 'aMonth')}</span>
        {plan.showDecreasedPrice && <s className="text-faint">{plan.showDecreasedPrice}</s>}
      </p>
      {isAnnual && (
        <p className="text-ok text-small">{t('saves', { price: price(plan.cents * 12 - cents, locale) })}</p>
      )}
    </>
  );
}
