'use client';

import type { Subscription } from '@tally/contract/billing/calls';
import type { Addon } from '@tally/contract/premium/limits';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import type { Plans } from '../../premium/plans/screen.tsx';
import { AddonFields, type Extras } from '../checkout/addon-fields.tsx';
import { Confirm } from './confirm.tsx';
import { Cost } from './cost.tsx';

const extrasOf = ({ addons }: Subscription): Extras =>
  Object.fromEntries(addons.map(({ addonId, quantity }) => [addonId, quantity]));
const listOf = (extras: Extras) =>
  (Object.entries(extras) as [Addon, number][])
    .map(([addonId, quantity]) => ({ addonId, quantity }))
    .toSorted((one, other) => (one.addonId < other.addonId ? -1 : 1));

export function AddonsDialog({ subscription, plans }: { subscription: Subscription; plans: Plans }) {
  const t = useTranslations('billing');
  const [isOpen, setOpen] = useState(false);
  const [extras, setExtras] = useState<Extras>({});
  const asked = useDeferredValue(extras);
  const isSame = JSON.stringify(listOf(extras)) === JSON.stringify(listOf(extrasOf(subscription)));
  const change = { newAddons: listOf(asked) };
  const open = (next: boolean) => {
    if (next) setExtras(extrasOf(subscription));
    setOpen(next);
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      trigger={<Button icon={Plus}>{t('changeAddons')}</Button>}
      title={t('changeAddons')}
      description={t('changeAddonsText')}
      actions={
        isSame ? undefined : <Confirm subscriptionId={subscription.id} change={change} onDone={() => setOpen(false)} />
      }
    >
      <AddonFields addons={plans.addons} isAnnual={subscription.isAnnual} extras={extras} onChange={setExtras} />
      {isSame ? (
        <p className="mt-4 text-muted">{t('nothingChanged')}</p>
      ) : (
        <div className="mt-4">
          <Cost subscriptionId={subscription.id} change={change} />
        </div>
      )}
    </Dialog>
  );
}
