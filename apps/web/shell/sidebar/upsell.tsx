'use client';

import { CreditCard, Crown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isBuilt } from '../../lib/start/built-pages.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Shows Premium's benefits, or a link to the subscription for subscribers. */
export function Upsell({ isPremium, serverId }: { isPremium: boolean; serverId?: string }) {
  const t = useTranslations('shell.sidebar');
  if (!isBuilt(isPremium ? '/manage-subscription' : '/premium')) return null;
  if (isPremium) {
    return (
      <ButtonLink
        icon={CreditCard}
        href="/manage-subscription"
        prefetch={false}
        className="mt-2 w-full collapsed:px-0"
        aria-label={t('manageSubscription')}
      >
        <span className="truncate collapsed:hidden">{t('manageSubscription')}</span>
      </ButtonLink>
    );
  }
  return (
    <div className="mt-2 rounded-card border border-line bg-surface p-3.5 short:border-0 short:bg-transparent short:p-0 collapsed:border-0 collapsed:bg-transparent collapsed:p-0">
      <div className="short:hidden collapsed:hidden">
        <div className="flex items-center gap-2 font-semibold">
          <Icon of={Crown} className="text-warn" />
          {t('upsellTitle')}
        </div>
        <p className="mt-1 mb-3 text-muted text-small text-pretty">{t('upsellText')}</p>
      </div>
      <ButtonLink
        href={serverId ? `/premium?server=${serverId}` : '/premium'}
        prefetch={false}
        variant="primary"
        className="w-full collapsed:px-0"
        aria-label={t('getPremium')}
      >
        <Icon of={Crown} className="hidden collapsed:block" />
        <span className="truncate collapsed:hidden">{t('getPremium')}</span>
      </ButtonLink>
    </div>
  );
}
