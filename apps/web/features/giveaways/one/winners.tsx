'use client';

import type { Giveaway, GiveawayWinner } from '@tally/contract/giveaways/views';
import { Dices } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { clockTime, dateTime } from '../../../lib/words/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { isOpen } from '../api.ts';
import { Countdown } from '../countdown.tsx';
import { DeedDialog } from '../deed-dialog.tsx';

/** Who won, first of all: one card for each winner, with the state of the claim. */
export function Winners({ giveaway, winners }: { giveaway: Giveaway; winners: readonly GiveawayWinner[] }) {
  const t = useTranslations('giveaways.one.won');
  const [asked, ask] = useState<GiveawayWinner | null>(null);
  const isOver = !isOpen(giveaway) && giveaway.state !== 'scheduled';
  if (winners.length === 0) return isOver ? <p className="mb-6 text-lead text-muted">{t('nobody')}</p> : null;
  return (
    <section aria-label={t('title')} className="mb-6">
      <h2 className="mb-2 font-semibold text-lead">{t('title')}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {winners.map((winner) => (
          <li
            key={winner.userId}
            className="flex items-center justify-between gap-3 rounded-panel border border-line bg-surface px-4 py-3"
          >
            <span className="min-w-0">
              <a
                href={`https://discord.com/users/${winner.userId}`}
                target="_blank"
                rel="noreferrer"
                className="block truncate font-semibold hover:underline"
              >
                <bdi>{winner.username || winner.userId}</bdi>
              </a>
              <span className="block text-muted text-small">
                <ClaimState giveaway={giveaway} winner={winner} />
              </span>
            </span>
            {isOver && (
              <Button size="compact" onClick={() => ask(winner)} aria-label={t('rerollOf', { name: winner.username })}>
                <Icon of={Dices} />
                {t('reroll')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && <DeedDialog giveaway={giveaway} deed="reroll" only={asked.userId} onClose={() => ask(null)} />}
    </section>
  );
}

function ClaimState({ giveaway, winner }: { giveaway: Giveaway; winner: GiveawayWinner }) {
  const t = useTranslations('giveaways.one.won');
  const locale = useLocale();
  const { claimUntil, claimMinutes, state } = giveaway;
  if (winner.claimedAt) {
    return (
      <time dateTime={winner.claimedAt.toISOString()} title={dateTime(winner.claimedAt, locale)}>
        {t('claimed', { time: clockTime(winner.claimedAt, locale) })}
      </time>
    );
  }
  if (claimUntil) return <Countdown to={claimUntil} word="claimIn" />;
  return t(claimMinutes && state === 'unclaimed' ? 'lapsed' : 'noClaim');
}
