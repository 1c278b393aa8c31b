'use client';

import type { Giveaway, ScheduledGiveaway } from '@tally/contract/giveaways/views';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { dateTime } from '../../../lib/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type GiveawayAddress, isOpen } from '../api.ts';
import { Countdown } from '../countdown.tsx';
import type { Acted } from '../deed-dialog.tsx';
import { DeedMenu } from '../deed-menu.tsx';
import { StateBadge } from '../state-badge.tsx';

export const pageOf = ({ guildId, giveawayId }: GiveawayAddress): string =>
  `/dashboard/server/${guildId}/giveaways/${giveawayId}`;

/** Shows a giveaway with its prize, the remaining time, and the number of entrants. */
export function GiveawayRow({ giveaway }: { giveaway: Giveaway }) {
  const t = useTranslations('giveaways');
  return (
    <Row
      acted={giveaway}
      isMessageLost={giveaway.isMessageLost}
      badges={giveaway.isMessageLost && <Badge tone="warn">{t('messageLost')}</Badge>}
    >
      <When giveaway={giveaway} />
      {' · '}
      {t('people', { people: giveaway.currentEntries })}
      {giveaway.tickets > giveaway.currentEntries && ` · ${t('tickets', { tickets: giveaway.tickets })}`}
      {' · '}
      <Result giveaway={giveaway} />
    </Row>
  );
}

const NAMED = 3;

/** Shows the winners, or their number before the draw. */
export function Result({ giveaway }: { giveaway: Pick<Giveaway, 'state' | 'winnerNames' | 'winnerCount'> }) {
  const t = useTranslations('giveaways');
  const { winnerNames: names, winnerCount: winners } = giveaway;
  if (isOpen(giveaway)) return t('winners', { winners });
  if (names.length === 0) return t('noWinner');
  return t('wonBy', { names: names.slice(0, NAMED).join(', '), more: Math.max(0, names.length - NAMED) });
}

function When({ giveaway: { state, endsAt, endedAt, claimUntil, claimedIds, winnerIds } }: { giveaway: Giveaway }) {
  const t = useTranslations('giveaways.when');
  const locale = useLocale();
  if (state === 'running' && endsAt) return <Countdown to={endsAt} word="endsIn" />;
  if (state === 'paused') return t('paused');
  if (state === 'drawing') return t('drawing');
  const isClaimed = claimedIds.length === winnerIds.length;
  if (claimUntil && winnerIds.length > 0 && !isClaimed) return <Countdown to={claimUntil} word="claimIn" />;
  return endedAt ? t('ended', { time: dateTime(endedAt, locale) }) : null;
}

export function PlannedRow({ planned: { data, shouldStartAt } }: { planned: ScheduledGiveaway }) {
  const t = useTranslations('giveaways');
  return (
    <Row acted={{ ...data, state: 'scheduled', currentEntries: 0 }}>
      {shouldStartAt ? <Countdown to={shouldStartAt} word="startsIn" /> : t('when.stream')}
      {' · '}
      {t('winners', { winners: data.winnerCount })}
    </Row>
  );
}

function Row({
  acted,
  isMessageLost = false,
  badges,
  children,
}: {
  acted: Acted;
  isMessageLost?: boolean;
  badges?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-2 border-b border-line px-2 last:border-b-0">
      <Link
        href={pageOf(acted)}
        prefetch={false}
        className="flex min-h-[68px] min-w-0 flex-1 flex-col justify-center rounded-control p-2 hover:bg-raised"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="min-w-0 font-semibold wrap-anywhere">{acted.name}</bdi>
          <StateBadge state={acted.state} />
          {badges}
        </span>
        <span className="text-muted text-small">{children}</span>
      </Link>
      <DeedMenu giveaway={acted} isMessageLost={isMessageLost} />
    </li>
  );
}
