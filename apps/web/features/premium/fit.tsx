'use client';

import type { Holder } from '@tally/contract/wire/enums';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Minus, Pause, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../shell/fetching.tsx';
import { Icon } from '../../ui/icon.tsx';
import { fitQuery } from './api.ts';
import { useFlagName } from './plans/flag-name.ts';

/** Shows what another plan adds to and removes from a server, and which items it would pause. */
export function Fit({ serverId, tierId, of }: { serverId: ServerId; tierId: string; of?: Holder }) {
  const t = useTranslations('premium');
  const fit = useQuery(fitQuery(serverId, { tierId, of }));
  if (!fit.data) return <Fetching {...fit} className="h-24" />;
  const { lost, gained, inUse, paused } = fit.data;
  const unused = lost.filter((text) => !inUse.includes(text));
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Flags title={t('stopsInUse')} texts={inUse} icon={Minus} tone="text-red" />
      {paused.length > 0 && (
        <div>
          <p className="mb-1 font-semibold">{t('pauses')}</p>
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
        </div>
      )}
      {inUse.length + paused.length === 0 && <p className="font-semibold">{t('nothingStops')}</p>}
      <Flags title={t(inUse.length > 0 ? 'goesToo' : 'goes')} texts={unused} icon={Minus} tone="text-red" />
      <Flags title={t('begins')} texts={gained} icon={Plus} tone="text-ok" />
    </div>
  );
}

function Flags(about: { title: string; texts: readonly string[]; icon: LucideIcon; tone: string }) {
  const nameOf = useFlagName();
  if (about.texts.length === 0) return null;
  return (
    <div>
      <p className="mb-1 font-semibold">{about.title}</p>
      <ul className="grid gap-x-4 gap-y-1 text-muted sm:grid-cols-2">
        {about.texts.map((text) => (
          <li key={text} className="flex gap-2">
            <Icon of={about.icon} size={14} className={`mt-1 shrink-0 ${about.tone}`} />
            {nameOf(text)}
          </li>
        ))}
      </ul>
    </div>
  );
}
