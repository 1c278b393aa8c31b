import type { Locale } from '@tally/contract';
import { platformNames } from '@tally/contract/platforms/words';
import { say } from '@tally/kernel';
import { type Refusal, SECONDS_PER_MESSAGE } from '../match/eligible.ts';
import { exact, rolesOf } from '../render/index.ts';

/** Explains which requirement the person does not meet. */
export function sayRefusal(locale: Locale, refusal: Refusal): string {
  switch (refusal.why) {
    case 'blacklisted':
      return say(locale, 'errors.blacklisted');
    case 'bot':
      return say(locale, 'giveaways.refusedBot');
    case 'manager':
      return say(locale, 'giveaways.refusedManager');
    case 'boosting':
      return say(locale, 'giveaways.refusedBoost');
    case 'account':
      return say(locale, 'giveaways.refusedAccount', { date: exact(refusal.before) });
    case 'joined':
      return say(locale, 'giveaways.refusedJoined', { date: exact(refusal.before) });
    case 'roles':
    case 'onlyThese':
      return say(locale, 'giveaways.refusedNeedsRole', { roles: rolesOf(refusal.roleIds) });
    case 'notThese':
      return say(locale, 'giveaways.refusedHasRole', { roles: rolesOf(refusal.roleIds) });
    case 'linked':
      return say(locale, 'giveaways.refusedLinked', { platform: platformNames[refusal.platform] });
    case 'messages':
      return say(locale, 'giveaways.refusedMessages', {
        wanted: refusal.wanted,
        have: refusal.have,
        seconds: SECONDS_PER_MESSAGE,
      });
    default:
      return refusal satisfies never;
  }
}
