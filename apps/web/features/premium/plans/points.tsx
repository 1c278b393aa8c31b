'use client';

import { hasFlag, type PremiumFlag, premiumFlags } from '@tally/contract/premium/flags';
import type { GuildPlan, PlanLimit } from '@tally/contract/premium/plans';
import { flagsToCome } from '@tally/contract/premium/to-come';
import { Check } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { userPoints } from './groups.ts';
import { amountOf, limitOf } from './limits.ts';

/** The most important limits and flags in display order. The full list follows below. */
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

/** Lists the benefits of a plan compared to another one. `from` contains the server's current limits. */
export function Points({
  plan,
  below,
  title,
  from,
  list = '#compare',
}: {
  plan: GuildPlan;
  below: GuildPlan | undefined;
  title?: string | undefined;
  from?: GuildPlan | undefined;
  /** The link to the full list. */
  list?: string;
}) {
  const t = useTranslations('premium');
  const locale = useLocale();
  const isNew = (flag: PremiumFlag): boolean =>
    hasFlag(plan.bitfield, flag) && !(below && hasFlag(below.bitfield, flag));
  const shown = flagsFirst.filter(isNew).slice(0, SHOWN);
  const more = flags.filter(isNew).length - shown.length;
  return (
    <div className="mt-4 border-t border-line pt-4">
      {title && <p className="mb-2 font-semibold">{title}</p>}
      <ul className="flex flex-col gap-1.5 text-muted">
        {limitsShown.map((limit) => {
          const [now, then] = [from ? limitOf(from, limit) : null, limitOf(plan, limit)];
          return then === null ? null : (
            <Point key={limit}>
              <span className="min-w-0 flex-1">{t(`uses.${limit}`)}</span>
              <span className="figures" dir="ltr">
                {now !== null && `${amountOf(limit, now, locale)} → `}
                <b className="text-text">{amountOf(limit, then, locale)}</b>
              </span>
            </Point>
          );
        })}
        {shown.map((flag) => (
          <Point key={flag}>{t(`uses.${flag}`)}</Point>
        ))}
      </ul>
      {more > 0 && (
        <a href={list} className="mt-2 inline-block text-muted text-small underline underline-offset-2">
          {t('andMore', { count: more })}
        </a>
      )}
    </div>
  );
}

/** Lists what a personal plan gives one server and the plan's holder. */
export function UserPoints({ carried, free }: { carried: GuildPlan | undefined; free: GuildPlan | undefined }) {
  const t = useTranslations('premium');
  const own = userPoints.filter((point) => point !== 'HasOneServerPremium' || !carried);
  return (
    <>
      {carried && <Points plan={carried} below={free} from={free} title={t('onOneServer', { plan: carried.name })} />}
      <div className="mt-4 border-t border-line pt-4">
        <p className="mb-2 font-semibold">{t('forYou')}</p>
        <ul className="flex flex-col gap-1.5 text-muted">
          {own.map((point) => (
            <Point key={point}>{t(`userFlags.${point}`)}</Point>
          ))}
        </ul>
      </div>
    </>
  );
}

const Point = ({ children }: { children: ReactNode }) => (
  <li className="flex gap-2">
    <Icon of={Check} size={14} className="mt-1 shrink-0 text-ok" />
    {children}
  </li>
);
