import type { WishState } from '@tally/contract/feedback-board/calls';
import { useTranslations } from 'next-intl';
import { Badge, type Tone } from '../../ui/badge.tsx';

const tones: Record<WishState, Tone> = {
  open: 'neutral',
  planned: 'info',
  started: 'warn',
  done: 'ok',
  declined: 'neutral',
};

/** An undecided request needs no badge. */
export function StateBadge({ state }: { state: WishState }) {
  const t = useTranslations('feedback-board');
  return state === 'open' ? null : <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>;
}
