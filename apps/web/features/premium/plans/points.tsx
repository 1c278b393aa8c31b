'use client';

import { hasFlag, type PremiumFlag, premiumFlags } from '@tally/contract/premium/flags';
import type { GuildPlan, PlanLimit } from '@tally/contract/premium/plans';
import { flagsToCome } from '@tally/contract/premium/to-come';
import { Check } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { Icon } from '../../../ui/icon.tsx';
import { amountOf, limitOf } from './limits.ts';

/** The most important limits and flags, in this order. The full list is below. */
const limitsShown: readonly PlanLimit[] = ['KickConnections', 'TwitchConnections', 'YoutubeConnections'];
const flagsFirst: readonly PremiumFlag[] = [
  'SwitchStreamerAndGuildEmbeds',
  'AllowVodFeatures',
  'PriorityNotifications',
  'BirthdayNotifications',
  'WelcomeAndLeaveNotifications',
  'ManageBranding',
  'CustomWebhooks',
  'VoteSkipping',
  'BaseSyncableRoles',
  'LiveRole',
  'NotificationOverrides',
  'Starboards',
  'StickyMessages',
];
const SHOWN = 5;
const flags = (Object.keys(premiumFlags) as PremiumFlag[]).filter((flag) => !flagsToCome.includes(flag));

/** The advantages of a plan over the next smaller one. */
export function Points({ plan, below }: { plan: GuildPlan; below: GuildPlan | undefined }) {
  const t = useTranslations('premium');
  const locale = useLocale();
  const isNew = (flag: PremiumFlag): boolean =>
    hasFlag(plan.bitfield, flag) && !(below && hasFlag(below.bitfield, flag));
  const shown = flagsFirst.filter(isNew).slice(0, SHOWN);
  const more = flags.filter(isNew).length - shown.length;
  return (
    <div className="mt-4 border-t border-line pt-4">
      {below && <p className="mb-2 font-semibold">{t('everythingIn', { plan: below.name })}</p>}
      <ul className="flex flex-col gap-1.5 text-muted">
        {limitsShown.map((limit) => {
          const value = limitOf(plan, limit);
          return value === null ? null : (
            <li key={limit} className="flex gap-2">
              <Icon of={Check} size={14} className="mt-1 shrink-0 text-ok" />
              <span className="min-w-0 flex-1">{t(`limits.${limit}`)}</span>
              <b className="figures text-text">{amountOf(limit, value, locale)}</b>
            </li>
          );
        })}
        {shown.map((flag) => (
          <li key={flag} className="flex gap-2">
            <Icon of={Check} size={14} className="mt-1 shrink-0 text-ok" />
            {t(`flags.${flag}`)}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <a href="#compare" className="mt-2 inline-block text-muted text-small underline underline-offset-2">
          {t('andMore', { count: more })}
        </a>
      )}
    </div>
  );
}
