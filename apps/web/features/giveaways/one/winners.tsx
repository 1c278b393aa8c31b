'use client';

import type { Giveaway, GiveawayWinner } from '@tally/contract/giveaways/views';
import { Dices, MessageSquare } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { clockTime, dateTime } from '../../../lib/words/format.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Person } from '../../../ui/pictures/person.tsx';
import { isOpen } from '../api.ts';
import { Countdown } from '../countdown.tsx';
import { DeedDialog } from '../deed-dialog.tsx';

const nameOf = ({ username, userId }: GiveawayWinner): string => username || userId;

/** One card for each winner, with the state of the claim. */
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
            className="flex flex-wrap items-center justify-between gap-3 rounded-panel border border-line bg-surface px-4 py-3"
          >
            <div className="min-w-0 flex-1 basis-40">
              <Person
                name={winner.username}
                userId={winner.userId}
                avatar={winner.avatar}
                size={25}
                className="font-semibold text-lead"
              />
              <p className="text-muted text-small">
                <ClaimState giveaway={giveaway} winner={winner} />
              </p>
            </div>
            <div className="flex gap-2">
              <ButtonLink
                icon={MessageSquare}
                size="compact"
                href={`https://discord.com/users/${winner.userId}`}
                target="_blank"
                rel="noreferrer"
                aria-label={t('messageTo', { name: nameOf(winner) })}
              >
                {t('message')}
              </ButtonLink>
              {isOver && (
                <Button
                  icon={Dices}
                  size="compact"
                  onClick={() => ask(winner)}
                  aria-label={t('rerollOf', { name: nameOf(winner) })}
                >
                  {t('reroll')}
                </Button>
              )}
            </div>
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
