import type { Giveaway } from '@tally/contract/giveaways/views';
import type { Deed } from './api.ts';

type Known = Pick<Giveaway, 'state' | 'isMessageLost'>;

/** What can be done with a giveaway as it is, the likeliest first. */
export function deedsOf({ state, isMessageLost }: Known): readonly Deed[] {
  const resend: readonly Deed[] = isMessageLost ? ['resend'] : [];
  switch (state) {
    case 'scheduled':
      return ['start', 'remove'];
    case 'running':
      return [...resend, 'end', 'pause', 'duplicate', 'remove'];
    case 'paused':
      return [...resend, 'resume', 'end', 'duplicate', 'remove'];
    case 'drawing':
      return resend;
    case 'ended':
    case 'claimed':
    case 'rerolled':
    case 'unclaimed':
      return [...resend, 'reroll', 'duplicate', 'remove'];
    default:
      return state satisfies never;
  }
}
