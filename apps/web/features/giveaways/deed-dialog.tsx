'use client';

import type { Giveaway, GiveawayWinner } from '@tally/contract/giveaways/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Dices, Flag, type LucideIcon, Pause, Play, Send, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SaveProblem } from '../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { useCreate } from '../../shell/use-create.ts';
import { Icon } from '../../ui/icon.tsx';
import { Confirm } from '../../ui/layers/confirm.tsx';
import { courseQuery, type Deed, doDeed, type GiveawayAddress } from './api.ts';
import { ReplacedWinners } from './replaced-winners.tsx';

export const deedIcons: Readonly<Record<Deed, LucideIcon>> = {
  start: Play,
  end: Flag,
  pause: Pause,
  resume: Play,
  resend: Send,
  duplicate: Copy,
  reroll: Dices,
  remove: Trash2,
};

export type Acted = GiveawayAddress & Pick<Giveaway, 'name' | 'winnerCount' | 'currentEntries' | 'state'>;

export function useEffectOf({ winnerCount, currentEntries: people, state }: Acted): (deed: Deed) => string {
  const t = useTranslations('giveaways.effects');
  return (deed) => {
    if (deed === 'remove' && state === 'scheduled') return t('removeScheduled');
    return t(deed, { people, winners: Math.min(winnerCount, Math.max(people, 1)) });
  };
}

/** By default, winners keep a claimed prize. */
export const keptByDefault = (winners: readonly GiveawayWinner[], only?: UserId): readonly UserId[] =>
  winners.flatMap(({ userId, claimedAt }) => (claimedAt || (only && userId !== only) ? [userId] : []));

/** Explains the effect of an action and runs it. */
export function DeedDialog({
  giveaway,
  deed,
  only,
  onClose,
  onDone,
}: {
  giveaway: Acted;
  deed: Deed;
  /** The winner to replace in a reroll. */
  only?: UserId;
  onClose: () => void;
  onDone?: () => void;
}) {
  const t = useTranslations('giveaways');
  const act = useCreate(doDeed(useQueryClient(), { guildId: giveaway.guildId, giveawayId: giveaway.giveawayId }));
  const refusal = useFailure(act.error);
  const course = useQuery({ ...courseQuery(giveaway), enabled: deed === 'reroll' });
  const winners = course.data?.winners ?? [];
  const [chosen, keep] = useState<readonly UserId[] | null>(null);
  const kept = chosen ?? keptByDefault(winners, only);
  const replaced = winners.map(({ userId }) => userId).filter((userId) => !kept.includes(userId));
  // If the manager changed the selection, the call lists the winners to replace. Otherwise claimed prizes are kept.
  const isPart = kept.length > 0 || chosen !== null;
  const effectOf = useEffectOf(isPart ? { ...giveaway, winnerCount: replaced.length } : giveaway);
  const isDanger = deed === 'remove' || deed === 'end';
  return (
    <Confirm
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`questions.${deed}`, { name: giveaway.name })}
      description={effectOf(deed)}
      verb={t(`deeds.${deed}`)}
      icon={<Icon of={deedIcons[deed]} className={deed === 'resend' ? 'rtl:-scale-x-100' : undefined} />}
      variant={isDanger ? 'danger' : 'primary'}
      isPending={act.isPending}
      disabled={isPart && replaced.length === 0}
      onConfirm={() =>
        act.mutate(isPart ? { deed, replace: replaced } : { deed }, {
          onSuccess(sentence) {
            void toast('success', { title: sentence });
            onDone?.();
            onClose();
          },
        })
      }
    >
      {(winners.length > 1 || kept.length > 0) && <ReplacedWinners winners={winners} kept={kept} onKeep={keep} />}
      <SaveProblem text={act.isError ? refusal : null} />
    </Confirm>
  );
}
