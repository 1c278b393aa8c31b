import type { Locale } from '@tally/contract';
import { say } from '@tally/kernel';
import { isolated } from '../../match/plain.ts';
import { sayRefusal } from '../explain.ts';
import type { Outcome } from '../request/request.ts';
import type { VoteOutcome } from '../request/vote.ts';

/** Describes a request's outcome in one sentence. `asShown` formats the title for the chat or for Discord. */
export function sayOutcome(locale: Locale, outcome: Outcome, asShown = isolated): string {
  if (outcome.is === 'refused') return sayRefusal(locale, outcome.refusal);
  const title = outcome.title === null ? say(locale, 'mediaSharing.theVideo') : asShown(outcome.title);
  switch (outcome.is) {
    case 'queued':
      return say(locale, 'mediaSharing.queued', { title, place: outcome.place });
    case 'playing':
      return say(locale, 'mediaSharing.playsNow', { title });
    case 'pending':
      return say(locale, 'mediaSharing.pending', { title });
    default:
      return outcome satisfies never;
  }
}

export function sayVote(locale: Locale, outcome: VoteOutcome): string {
  switch (outcome.is) {
    case 'off':
      return say(locale, 'mediaSharing.voteOff');
    case 'nothingPlays':
      return say(locale, 'mediaSharing.nothingPlays');
    case 'skipped':
      return say(locale, 'mediaSharing.voteSkipped');
    case 'counted':
    case 'again': {
      const { given, needed } = outcome;
      return say(locale, outcome.is === 'counted' ? 'mediaSharing.voteCounted' : 'mediaSharing.voteAgain', {
        given,
        needed,
      });
    }
    default:
      return outcome satisfies never;
  }
}
