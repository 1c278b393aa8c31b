'use client';

import type { GiveawayPage } from '@tally/contract/giveaway-views';
import type { UserId } from '@tally/contract/ids';
import { useTranslations } from 'next-intl';
import { Checkbox } from '../../ui/checkbox.tsx';

/** In whose place somebody else is drawn. Whose box is empty stays a winner. */
export function ReplacedWinners({
  winners,
  kept,
  onKeep,
}: {
  winners: GiveawayPage['winners'];
  kept: readonly UserId[];
  onKeep: (kept: readonly UserId[]) => void;
}) {
  const t = useTranslations('giveaways.reroll');
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{t('replaced')}</legend>
      <p className="mb-2 text-muted text-small">{t('hint')}</p>
      <ul className="max-h-64 overflow-y-auto">
        {winners.map(({ userId, username, hasClaimed }) => (
          <li key={userId} className="flex min-h-11 items-center gap-3 ps-2.5">
            <Checkbox
              label={username || userId}
              checked={!kept.includes(userId)}
              onChange={(isReplaced) => onKeep(isReplaced ? kept.filter((each) => each !== userId) : [...kept, userId])}
            />
            <bdi className="min-w-0 flex-1 truncate">{username || userId}</bdi>
            {hasClaimed && <span className="text-muted text-small">{t('hasClaimed')}</span>}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
