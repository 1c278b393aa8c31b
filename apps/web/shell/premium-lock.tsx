'use client';

import { hasFlag, type PremiumFlag, premiumFlags } from '@tally/contract/premium/flags';
import { useQuery } from '@tanstack/react-query';
import { Crown } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { plansQuery } from '../features/premium/api.ts';
import { isBuilt } from '../lib/start/built-pages.ts';
import { price } from '../lib/words/format.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Dialog, DialogClose } from '../ui/layers/dialog.tsx';

/** True if a server's plan lacks a feature. While it is unknown, all is unlocked, because the API decides. */
export const isLocked = (server: { readonly bitfield: bigint } | undefined, flag: PremiumFlag): boolean =>
  server !== undefined && !hasFlag(server.bitfield, flag);

const ofServer = /^\/dashboard\/server\/(\d{5,20})(?:\/|$)/;

/** Returns the link to the plans, which show their effect on the page's server. */
function plansHref(path: string): string {
  const serverId = ofServer.exec(path)?.[1];
  return serverId ? `/premium?server=${serverId}` : '/premium';
}

/** A crown that links to the plan with the feature. */
export function PremiumCrown({ flag, label }: { flag: PremiumFlag; label?: ReactNode }) {
  const t = useTranslations('shell.lock');
  const href = plansHref(usePathname());
  const { text, from } = premiumFlags[flag];
  const tier = t(from === 'plus' ? 'plus' : 'premium');
  return (
    <Dialog
      title={t('title', { tier })}
      description={t('text', { feature: text, tier })}
      trigger={
        <Button variant="ghost" size="compact">
          <Icon of={Crown} className="text-warn" />
          {label ?? tier}
          {/* Voice control uses the visible text, so the label begins with it. */}
          <span className="sr-only">{t('open', { feature: text })}</span>
        </Button>
      }
      actions={
        <>
          <DialogClose>
            <Button>{t('notNow')}</Button>
          </DialogClose>
          {isBuilt('/premium') && (
            <ButtonLink icon={Crown} variant="primary" href={href}>
              {t('upgrade')}
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

/** Replaces a tool's switch with the plan that includes it, its price, and a link. */
export function UpgradeLine({ flag }: { flag: PremiumFlag }) {
  const t = useTranslations('shell.lock');
  const locale = useLocale();
  const href = plansHref(usePathname());
  const plans = useQuery(plansQuery()).data?.tiers ?? [];
  const cents = plans
    .filter((plan) => plan.type === 'guild' && plan.cents > 0 && hasFlag(plan.bitfield, flag))
    .map((plan) => plan.cents);
  const tier = t(premiumFlags[flag].from === 'plus' ? 'plus' : 'premium');
  return (
    <span className="flex flex-wrap items-center gap-3">
      <Icon of={Crown} className="text-warn" />
      <span className="font-semibold">
        {cents.length > 0 ? t('partOf', { tier, price: price(Math.min(...cents), locale) }) : t('title', { tier })}
      </span>
      {isBuilt('/premium') && (
        <ButtonLink variant="primary" href={href}>
          {t('upgrade')}
        </ButtonLink>
      )}
    </span>
  );
}
