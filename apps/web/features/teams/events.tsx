'use client';

import type { TeamEvent, TeamId } from '@tally/contract/teams/calls';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../lib/words/format.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { Icon } from '../../ui/icon.tsx';
import { eventsQuery } from './api.ts';

/** Shows the history of the team, folded at first. */
export function Events({ teamId }: { teamId: TeamId }) {
  const t = useTranslations('teams.events');
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...eventsQuery(teamId), enabled: isOpen });
  return (
    <details
      className="group min-w-0 rounded-panel border border-line bg-surface px-5"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-[52px] items-center gap-2.5 font-semibold text-lead [&::-webkit-details-marker]:hidden">
        <Icon
          of={ChevronRight}
          className="shrink-0 text-muted transition-transform duration-120 group-open:rotate-90 rtl:-scale-x-100"
        />
        {t('title')}
      </summary>
      {isOpen && (
        <div className="pb-4">
          {!data && <Fetching error={error} refetch={refetch} className="h-24" />}
          <ol className="grid gap-3">
            {data?.map((event) => (
              <Line key={event.id} event={event} />
            ))}
          </ol>
        </div>
      )}
    </details>
  );
}

function Line({ event: { event, at, byName, aboutName, from, to } }: { event: TeamEvent }) {
  const t = useTranslations('teams.events');
  const locale = useLocale();
  const named = (name: string | null) => isolated(name ?? t('somebody'));
  return (
    <li>
      <span className="wrap-anywhere">
        {t(event, {
          by: named(byName),
          about: named(aboutName),
          from: isolated(from ?? ''),
          to: isolated(to ?? ''),
        })}
      </span>
      <time dateTime={at.toISOString()} className="block text-muted text-small">
        {dateTime(at, locale)}
      </time>
    </li>
  );
}
