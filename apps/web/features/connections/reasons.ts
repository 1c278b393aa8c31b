import { type LoginPlatform, loginPlatforms } from '@tally/contract/platforms/words';

/** The reasons why an account was not linked: API errors with a text here, and errors that only the page detects. */
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
