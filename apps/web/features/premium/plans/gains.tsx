'use client';

import { addons } from '@tally/contract/premium/limits';
import type { GuildPlan } from '@tally/contract/premium/plans';
import type { GuildInfo } from '@tally/contract/servers/calls';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Play, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { fitQuery } from '../api.ts';
import { useFlagName } from './flag-name.ts';

const SHOWN = 5;

/** Lists a plan's benefits for this server. */
export function Gains({ server, plan }: { server: GuildInfo; plan: GuildPlan }) {
  const t = useTranslations('premium');
  const nameOf = useFlagName();
  const fit = useQuery(fitQuery(server.guildId, { tierId: plan.tierId }));
  const now = useQuery(fitQuery(server.guildId));
  if (!fit.data || !now.data) return fit.isError ? null : <Skeleton className="mt-4 h-28 w-full" />;
  const { gained, limits, paused } = fit.data;
  const goOn = now.data.paused.length - paused.length;
  const more = addons.filter((addon) => limits[`max${addon}`] > server.limits[`max${addon}`]);
  if (gained.length === 0 && more.length === 0 && goOn <= 0) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="mb-2 font-semibold">{t('wouldGain', { server: server.name })}</h3>
      <ul className="flex flex-col gap-1.5 text-muted">
        {goOn > 0 && (
          <li className="flex gap-2 text-text">
            <Icon of={Play} size={14} className="mt-1 shrink-0 text-ok" />
            {t('goesOn', { count: goOn })}
          </li>
        )}
        {more.slice(0, SHOWN).map((addon) => (
          <li key={addon} className="flex gap-2">
            <Icon of={ArrowRight} size={14} className="mt-1 shrink-0 rtl:-scale-x-100" />
            <span className="min-w-0 flex-1">{t(`limits.${addon}`)}</span>
            <span className="figures shrink-0" dir="ltr">
              {`${server.limits[`max${addon}`]} → `}
              <b className="text-text">{limits[`max${addon}`]}</b>
            </span>
          </li>
        ))}
        {gained.slice(0, SHOWN).map((text) => (
          <li key={text} className="flex gap-2">
            <Icon of={Plus} size={14} className="mt-1 shrink-0" />
            {nameOf(text)}
          </li>
        ))}
      </ul>
      {gained.length + more.length > SHOWN && gained.length > SHOWN && (
        <p className="mt-1.5 text-small text-muted">{t('andMore', { count: gained.length - SHOWN })}</p>
      )}
    </div>
  );
}
