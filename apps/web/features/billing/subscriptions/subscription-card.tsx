'use client';

import type { Subscription } from '@tally/contract/billing/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { date, price } from '../../../lib/words/format.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { afterwards } from '../../premium/after.ts';
import type { Plans } from '../../premium/plans/screen.tsx';
import { resumeSubscription } from '../api.ts';
import { AddonsDialog } from './addons-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { HeldOtherwise } from './held-otherwise.tsx';
import { PortalButton } from './portal-button.tsx';
import { TierDialog } from './tier-dialog.tsx';

export interface Shown {
  readonly subscription: Subscription;
  readonly plans: Plans | undefined;
  readonly name: string;
  readonly picture: string | null;
  /** The server, or null if this person no longer manages it. */
  readonly server: ServerId | null;
}

const tones: Partial<Record<Subscription['status'], Tone>> = {
  active: 'ok',
  trialing: 'ok',
  past_due: 'danger',
  unpaid: 'danger',
  incomplete: 'warn',
  paused: 'warn',
};
const isPaid = (status: Subscription['status']): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due';
const isOver = (status: Subscription['status']): boolean => status === 'canceled' || status === 'incomplete_expired';

/** One subscription: its content, its payments and all its actions. */
export function SubscriptionCard(shown: Shown) {
  const { subscription, plans, name, picture, server } = shown;
  const t = useTranslations('billing');
  const { status, title, addons, endsWithPeriod } = subscription;
  const over = isOver(status);
  return (
    <Card aria-label={t('of', { plan: title ?? '', name })} className="p-5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Avatar name={name} src={picture} size={36} shape={server ? 'square' : 'round'} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="font-semibold text-lead">{title ?? t('unknownPlan')}</h2>
            <Badge tone={endsWithPeriod && !over ? 'warn' : (tones[status] ?? 'neutral')}>
              {t(endsWithPeriod && !over ? 'status.ending' : `status.${status}`)}
            </Badge>
          </div>
          <p className="text-muted">
            <bdi>{name}</bdi>
          </p>
          <When subscription={subscription} />
          <Extras addons={addons} />
          <Discount subscription={subscription} />
        </div>
        <Price subscription={subscription} />
      </div>
      {hasTrouble(status) && <FixPayment status={status} />}
      {server && !isPaid(status) && <HeldOtherwise server={server} plans={plans} name={name} />}
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4 empty:hidden">
        {over || status === 'incomplete' ? (
          <ButtonLink href={`/premium/checkout/${subscription.tierId ?? ''}${server ? `?server=${server}` : ''}`}>
            {t(over ? 'comeBack' : 'finish')}
          </ButtonLink>
        ) : (
          <Actions {...shown} plans={plans} />
        )}
      </div>
    </Card>
  );
}

function Price({ subscription }: { subscription: Subscription }) {
  const t = useTranslations('billing');
  const locale = useLocale();
  const { priceCents, currency, isAnnual } = subscription;
  return (
    <p className="text-end">
      <span className="wide text-title" dir="ltr">
        {price(priceCents, locale, currency)}
      </span>
      <span className="block text-muted text-small">{t(isAnnual ? 'aYear' : 'aMonth')}</span>
    </p>
  );
}

function When({ subscription }: { subscription: Subscription }) {
  const t = useTranslations('billing');
  const locale = useLocale();
  const { status, endsWithPeriod, periodEnd, endedAt, trialEndsAt } = subscription;
  if (endedAt) return <p className="mt-1 text-muted">{t('ended', { date: date(endedAt, locale) })}</p>;
  if (endsWithPeriod)
    return (
      <p className="mt-1 flex items-start gap-1.5 text-warn">
        <Icon of={TriangleAlert} size={14} className="mt-1 shrink-0" />
        {t('endsOn', { date: date(periodEnd, locale) })}
      </p>
    );
  if (status === 'trialing' && trialEndsAt)
    return <p className="mt-1 text-muted">{t('trialUntil', { date: date(trialEndsAt, locale) })}</p>;
  // While a payment is overdue, the date of the next one is meaningless.
  if (hasTrouble(status)) return null;
  return <p className="mt-1 text-muted">{t('renews', { date: date(periodEnd, locale) })}</p>;
}

function Extras({ addons }: Pick<Subscription, 'addons'>) {
  const premium = useTranslations('premium.limits');
  if (addons.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5">
      {addons.map(({ addonId, quantity }) => (
        <li key={addonId}>
          <Badge>
            <bdi dir="ltr">+{quantity}</bdi> {premium(addonId)}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function Discount({ subscription: { discount, currency } }: Pick<Shown, 'subscription'>) {
  const t = useTranslations('billing.discount');
  const locale = useLocale();
  if (!discount) return null;
  const { text, cents, endsAt } = discount;
  const about = { text, price: price(cents, locale, currency) };
  return (
    <p className="mt-1 text-ok">{endsAt ? t('until', { ...about, date: date(endsAt, locale) }) : t('off', about)}</p>
  );
}

function Actions({ subscription, plans, name, server }: Shown) {
  const t = useTranslations('billing');
  const resume = useCreate(resumeSubscription(useQueryClient()));
  const { id, status, endsWithPeriod } = subscription;
  const canChange = status === 'active' || status === 'trialing';
  const keep = () => afterwards(resume.mutateAsync(id));
  return (
    <>
      {canChange && plans && <TierDialog subscription={subscription} plans={plans} server={server} />}
      {canChange && plans && 'guildId' in subscription && <AddonsDialog subscription={subscription} plans={plans} />}
      {endsWithPeriod ? (
        <Button variant="primary" onClick={keep} isPending={resume.isPending}>
          <Icon of={RotateCcw} className="rtl:-scale-x-100" />
          {t('keep')}
        </Button>
      ) : (
        <CancelDialog subscription={subscription} name={name} server={server} />
      )}
    </>
  );
}

const texts = { past_due: 'pastDue', unpaid: 'unpaid', paused: 'paused', incomplete: 'incomplete' } as const;
type Trouble = keyof typeof texts;
const hasTrouble = (status: Subscription['status']): status is Trouble => status in texts;

/** Shown after a failed payment: what will pause, when, and how to fix it. */
function FixPayment({ status }: { status: Trouble }) {
  const t = useTranslations('billing');
  return (
    <div role="alert" className="mt-4 flex flex-wrap items-center gap-3 rounded-card border border-red p-3.5">
      <p className="min-w-0 flex-1 basis-64 text-red">{t(texts[status])}</p>
      {status !== 'incomplete' && <PortalButton variant="primary" />}
    </div>
  );
}
