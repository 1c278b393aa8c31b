'use client';

import type { Subscription } from '@tally/contract/billing/calls';
import { MONTHS_PAID_PER_YEAR } from '@tally/contract/premium/plans';
import type { ServerId } from '@tally/contract/wire/ids';
import { ArrowUpDown } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { price } from '../../../lib/words/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Fit } from '../../premium/fit.tsx';
import { priceOf } from '../../premium/plans/limits.ts';
import type { Plans } from '../../premium/plans/screen.tsx';
import { Confirm } from './confirm.tsx';
import { Cost } from './cost.tsx';

/** Offers another plan of the same kind, with its price and the features gained and lost. */
export function TierDialog({
  subscription,
  plans,
  server,
}: {
  subscription: Subscription;
  plans: Plans;
  server: ServerId | null;
}) {
  const t = useTranslations('billing');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const type = 'guildId' in subscription ? 'guild' : 'user';
  const others = plans.tiers.filter(
    (plan) => plan.type === type && plan.cents > 0 && plan.enabled && plan.tierId !== subscription.tierId,
  );
  if (others.length === 0) return null;
  const tierId = chosen ?? (others.length === 1 ? (others[0]?.tierId ?? null) : null);
  const change = tierId === null ? undefined : { newTierId: tierId };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon={ArrowUpDown}>{t('changeTier')}</Button>}
      title={t('changeTier')}
      description={t('changeTierText')}
      actions={change && <Confirm subscriptionId={subscription.id} change={change} onDone={() => setOpen(false)} />}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">{t('changeTier')}</legend>
        {others.map((plan) => (
          <label
            key={plan.tierId}
            className="flex cursor-pointer items-center gap-3 rounded-card border border-line p-3 has-checked:border-ink has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name="tier"
              className="accent-current"
              checked={tierId === plan.tierId}
              onChange={() => setChosen(plan.tierId)}
            />
            <span className="min-w-0 flex-1 font-semibold">{plan.name}</span>
            <span className="text-muted">
              {t(subscription.isAnnual ? 'everyYear' : 'everyMonth', {
                price: price(priceOf(plan.cents, subscription.isAnnual, MONTHS_PAID_PER_YEAR), locale),
              })}
            </span>
          </label>
        ))}
      </fieldset>
      {tierId && server && <Fit serverId={server} tierId={tierId} />}
      {change && (
        <div className="mt-4">
          <Cost subscriptionId={subscription.id} change={change} />
        </div>
      )}
    </Dialog>
  );
}
