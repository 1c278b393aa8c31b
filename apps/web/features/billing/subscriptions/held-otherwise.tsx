'use client';

import { tiers } from '@tally/contract/premium/flags';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Icon } from '../../../ui/icon.tsx';
import { fitQuery } from '../../premium/api.ts';
import type { Plans } from '../../premium/plans/screen.tsx';

/** Shows a plan that has no subscription here: a gift from the team, or a plan that a member brings. */
export function HeldOtherwise({ server, plans, name }: { server: ServerId; plans: Plans | undefined; name: string }) {
  const t = useTranslations('billing');
  const held = useQuery(fitQuery(server)).data?.tierId;
  const plan = plans?.tiers.find(({ tierId }) => tierId === held);
  if (!plan || plan.tierId === tiers.ServerFree) return null;
  return (
    <p className="mt-4 flex items-start gap-2.5 rounded-card border border-info/45 p-3.5">
      <Icon of={Gift} className="mt-0.5 shrink-0 text-info" />
      <span>{t('heldOtherwise', { plan: plan.name, name })}</span>
    </p>
  );
}
