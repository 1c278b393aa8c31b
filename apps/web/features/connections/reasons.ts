/** Why an account was not linked: refusals of the API that have words of their own, and what only the page knows. */
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

/** Platforms with a login page, which sends the browser back here. */
export const withLoginPage = ['kick', 'twitch', 'youtube'] as const;
export type WithLoginPage = (typeof withLoginPage)[number];
export const loginPlatformOf = (text: string): WithLoginPage | undefined => withLoginPage.find((each) => each === text);
