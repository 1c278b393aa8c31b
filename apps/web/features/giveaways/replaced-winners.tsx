'use client';

import type { GiveawayWinner } from '@tally/contract/giveaways/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Confirm } from '../../ui/layers/confirm.tsx';
import { Person } from '../../ui/pictures/person.tsx';

/** Chooses the winners to replace. Selecting a winner who has claimed needs a confirmation. */
export function ReplacedWinners({
  winners,
  kept,
  onKeep,
}: {
  winners: readonly GiveawayWinner[];
  kept: readonly UserId[];
  onKeep: (kept: readonly UserId[]) => void;
}) {
  const t = useTranslations('giveaways.reroll');
  const [asked, ask] = useState<GiveawayWinner | null>(null);
  const replace = (userId: UserId) => onKeep(kept.filter((each) => each !== userId));
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{t('replaced')}</legend>
      <p className="mb-2 text-muted text-small">{t('hint')}</p>
      <ul className="max-h-64 overflow-y-auto">
        {winners.map((winner) => (
          <li key={winner.userId}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 ps-2.5">
              <Checkbox
                label={nameOf(winner)}
                checked={!kept.includes(winner.userId)}
                onChange={(isReplaced) => {
                  if (!isReplaced) onKeep([...kept, winner.userId]);
                  else if (winner.claimedAt) ask(winner);
                  else replace(winner.userId);
                }}
              />
              <Person name={winner.username} userId={winner.userId} className="flex-1" />
              {winner.claimedAt && <span className="text-muted text-small">{t('hasClaimed')}</span>}
            </label>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          open
          onOpenChange={(isOpen) => !isOpen && ask(null)}
          title={t('withdrawTitle', { name: nameOf(asked) })}
          description={t('withdrawText', { name: nameOf(asked) })}
          verb={t('withdraw')}
          onConfirm={() => {
            replace(asked.userId);
            ask(null);
          }}
        />
      )}
    </fieldset>
  );
}

const nameOf = ({ username, userId }: GiveawayWinner): string => username || userId;
