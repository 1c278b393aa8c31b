'use client';

import type { ServerId } from '@tally/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { Minus, Pause, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Failed } from '../../shell/failed.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { fitQuery } from './api.ts';
import { useFlagName } from './plans/flag-name.ts';

/** What another plan takes from a server and brings it, and what would stand still. */
export function Fit({ serverId, tierId }: { serverId: ServerId; tierId: string }) {
  const t = useTranslations('premium');
  const nameOf = useFlagName();
  const fit = useQuery(fitQuery(serverId, tierId));
  if (fit.error) return <Failed error={fit.error} onRetry={() => void fit.refetch()} />;
  if (!fit.data) return <Skeleton className="h-24 w-full" />;
  const { lost, gained, paused } = fit.data;
  return (
    <div className="mt-4 flex flex-col gap-4">
      {lost.length > 0 && (
        <div>
          <p className="mb-1 font-semibold">{t('stops')}</p>
          <ul className="grid gap-x-4 gap-y-1 text-muted sm:grid-cols-2">
            {lost.map((text) => (
              <li key={text} className="flex gap-2">
                <Icon of={Minus} size={14} className="mt-1 shrink-0 text-red" />
                {nameOf(text)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {gained.length > 0 && (
        <div>
          <p className="mb-1 font-semibold">{t('begins')}</p>
          <ul className="grid gap-x-4 gap-y-1 text-muted sm:grid-cols-2">
            {gained.map((text) => (
              <li key={text} className="flex gap-2">
                <Icon of={Plus} size={14} className="mt-1 shrink-0 text-ok" />
                {nameOf(text)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <p className="mb-1 font-semibold">{t(paused.length > 0 ? 'pauses' : 'nothingPauses')}</p>
        {paused.length > 0 && (
          <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto text-muted">
            {paused.map(({ addonId, id, name }) => (
              <li key={`${addonId} ${id}`} className="flex gap-2">
                <Icon of={Pause} size={14} className="mt-1 shrink-0 text-warn" />
                <span className="min-w-0" dir="auto">
                  {name}
                </span>
                <span className="text-faint">{t(`limits.${addonId}`)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
