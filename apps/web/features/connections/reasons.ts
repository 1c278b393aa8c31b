import { type LoginPlatform, loginPlatforms } from '@tally/contract/platforms/words';

/** Why an account was not linked: API refusals with their own text, and reasons known only to the page. */
export const reasons = [
  'denied',
  'notLoggedIn',
  'linkNotBegun',
  'linkRefused',
  'linkWithoutChannel',
  'accountTaken',
  'otherAccountLinked',
  'linkingOff',
  'linkPlatformDown',
] as const;
export type Reason = (typeof reasons)[number] | 'unknown';

export const reasonOf = (text: unknown): Reason => reasons.find((each) => each === text) ?? 'unknown';

export const loginPlatformOf = (text: string): LoginPlatform | undefined =>
  loginPlatforms.find((each) => each === text);
