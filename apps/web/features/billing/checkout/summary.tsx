'use client';

import type { Holder } from '@tally/contract/wire/enums';
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { CallError } from '../../../lib/call.ts';
import { price } from '../../../lib/words/format.ts';
import { isolated } from '../../../lib/words/mentions.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { useCreate } from '../../../shell/use-create.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type Order, quoteQuery, startCheckout } from '../api.ts';

/** The price and the link to Stripe. The API computes the sum, so the invoice matches to the cent. */
export function Summary({ type, order }: { type: Holder; order: Order | null }) {
  const t = useTranslations('billing');
  const premium = useTranslations('premium.limits');
  const locale = useLocale();
  const textOf = useFailureText();
  const canAsk = order !== null;
  const quote = useQuery({ ...quoteQuery(type, order ?? ({} as Order)), enabled: canAsk });
  const start = useCreate(startCheckout(type), { leaves: true });
  const go = () =>
    order &&
    start.mutate(order, {
      onSuccess: (url) => window.location.assign(url),
    });
  const error = start.error ?? (canAsk ? quote.error : null);
  const isSubscribed = error instanceof CallError && error.code === 'alreadySubscribed';
  const data = canAsk ? quote.data : undefined;
  const every = data?.isAnnual ? 'everyYear' : 'everyMonth';
  return (
    <Card className="lg:sticky lg:top-4">
      <CardHeader title={t('summary')} />
      <CardBody className="flex flex-col gap-4">
        {!canAsk && <p className="text-muted">{t('chooseServer')}</p>}
        {canAsk && quote.isPending && <Skeleton className="h-24 w-full" />}
        {data && !error && (
          <>
            <ul className="flex flex-col gap-2">
              {data.lines.map(({ text, addonId, quantity, cents }) => (
                <li key={text} className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0" dir="auto">
                    {addonId ? t('times', { text: premium(addonId), quantity }) : text}
                  </span>
                  <span className="figures shrink-0" dir="ltr">
                    {price(cents, locale, data.currency)}
                  </span>
                </li>
              ))}
              {data.discount && (
                <li className="flex items-baseline justify-between gap-3 text-ok">
                  <span className="min-w-0">
                    {t(`discount.${data.discount.lasts}`, {
                      text: data.discount.text,
                      months: data.discount.months ?? 0,
                    })}
                  </span>
                  <span className="figures shrink-0" dir="ltr" data-testid="discount">
                    {price(-data.discount.cents, locale, data.currency)}
                  </span>
                </li>
              )}
            </ul>
            {data.isCodeUnknown && order?.affiliate !== undefined && (
              <p className="text-small text-warn text-pretty">{t('noDiscount', { code: isolated(order.affiliate) })}</p>
            )}
            <dl className="flex flex-col gap-1 border-t border-line pt-3">
              <div className="flex items-baseline justify-between gap-3">
                <dt className="font-semibold">{t('dueNow')}</dt>
                <dd className="wide text-title" dir="ltr" data-testid="due-now">
                  {price(data.dueNowCents, locale, data.currency)}
                </dd>
              </div>
              <div className="flex items-baseline justify-between gap-3 text-muted">
                <dt>{data.trialDays > 0 ? t('afterTrial', { days: data.trialDays }) : t('then')}</dt>
                <dd dir="auto">{t(every, { price: price(data.recurringCents, locale, data.currency) })}</dd>
              </div>
            </dl>
            {data.trialDays > 0 && <p className="text-ok text-small text-pretty">{t('trialNote')}</p>}
          </>
        )}
        {error && (
          <p role="alert" className="whitespace-pre-line rounded-card border border-red p-3 text-red">
            {textOf(error)}
          </p>
        )}
        {isSubscribed ? (
          <ButtonLink variant="primary" href="/manage-subscription">
            {t('title')}
          </ButtonLink>
        ) : (
          <Button
            icon={CreditCard}
            variant="primary"
            onClick={go}
            disabled={!data || quote.isFetching}
            // The pending state ends before the page unloads, so the button works when a person returns from Stripe.
            isPending={start.isPending}
          >
            {t('toPayment')}
          </Button>
        )}
        <p className="text-muted text-small text-pretty">{t('stripe')}</p>
      </CardBody>
    </Card>
  );
}
