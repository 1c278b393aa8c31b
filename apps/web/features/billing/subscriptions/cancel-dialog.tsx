'use client';

import type { Subscription } from '@tally/contract/billing/calls';
import { tiers } from '@tally/contract/premium/flags';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleX } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { date } from '../../../lib/words/format.ts';
import { isolated } from '../../../lib/words/mentions.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { meQuery } from '../../../shell/me.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Confirm } from '../../../ui/layers/confirm.tsx';
import { afterwards } from '../../premium/after.ts';
import { Fit } from '../../premium/fit.tsx';
import { userPoints } from '../../premium/plans/groups.ts';
import { useOwnServers } from '../../premium/plans/server-choice.tsx';
import { cancelSubscription } from '../api.ts';

/** Canceling takes two clicks: this button, and the one below the list of what stops. */
export function CancelDialog({
  subscription,
  name,
  server,
}: {
  subscription: Subscription;
  name: string;
  server: ServerId | null;
}) {
  const t = useTranslations('billing');
  const points = useTranslations('premium.userFlags');
  const locale = useLocale();
  const textOf = useFailureText();
  const [isOpen, setOpen] = useState(false);
  const cancel = useMutation(cancelSubscription(useQueryClient()));
  const isOfUser = !('guildId' in subscription);
  const oneServer = useQuery(meQuery()).data?.database.oneServerPremium;
  const carried = useOwnServers().find(({ id }) => id === oneServer);
  const confirm = () => afterwards(cancel.mutateAsync(subscription.id), () => setOpen(false));
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="ghost">{t('cancel')}</Button>}
      title={t('cancelTitle', { plan: subscription.title ?? '' })}
      description={t('cancelText', { name, date: date(subscription.periodEnd, locale) })}
      verb={t('cancelNow')}
      icon={<Icon of={CircleX} />}
      cancel={t('dontCancel')}
      isPending={cancel.isPending}
      onConfirm={confirm}
    >
      {server && isOpen && <Fit serverId={server} tierId={tiers.ServerFree} />}
      {isOfUser && (
        <>
          <p className="font-semibold">{t('stops')}</p>
          <ul className="mt-1 list-disc ps-5 text-muted">
            {userPoints.map((point) => (
              <li key={point}>{points(point)}</li>
            ))}
          </ul>
          {carried && isOpen && (
            <section aria-label={carried.name} className="mt-4 border-t border-line pt-4">
              <h3 className="font-semibold">{t('carried', { server: isolated(carried.name) })}</h3>
              <Fit serverId={carried.id} tierId={tiers.ServerFree} of="user" />
            </section>
          )}
        </>
      )}
      {cancel.error && (
        <p role="alert" className="mt-3 text-red">
          {textOf(cancel.error)}
        </p>
      )}
    </Confirm>
  );
}
