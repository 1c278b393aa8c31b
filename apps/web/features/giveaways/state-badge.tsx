import type { GiveawayState } from '@tally/contract/giveaways/views';
import { useTranslations } from 'next-intl';
import { Badge, type Tone } from '../../ui/badge.tsx';

const tones: Readonly<Record<GiveawayState, Tone>> = {
  scheduled: 'neutral',
  running: 'ok',
  paused: 'warn',
  drawing: 'info',
  ended: 'neutral',
  claimed: 'neutral',
  rerolled: 'neutral',
  unclaimed: 'warn',
};

export function StateBadge({ state }: { state: GiveawayState }) {
  const t = useTranslations('giveaways.states');
  return <Badge tone={tones[state]}>{t(state)}</Badge>;
}
