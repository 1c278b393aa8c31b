import { expect, test } from 'vitest';
import { draftOf, isBadDelay, isGeneralDraft } from './draft-of.ts';

const draft = draftOf({
  locale: 'en-US',
  quietHours: null,
  ignoreIfNotCatchedByOverride: null,
  fixKickLinks: null,
  isListed: null,
  stickyMessageDelaySeconds: null,
  newStreamerChannelId: null,
  newStreamerPingRoleId: null,
  disableBranding: null,
});

test('settings without a value are off', () => {
  expect(draft).toEqual({
    locale: 'en-US',
    quietHours: null,
    ignoreIfNotCatchedByOverride: false,
    fixKickLinks: false,
    isListed: false,
    stickyMessageDelaySeconds: null,
    newStreamerChannelId: null,
    newStreamerPingRoleId: null,
    disableBranding: {
      notifications: false,
      vods: false,
      clips: false,
      birthday: false,
      welcomeLeave: false,
      starboard: false,
      stickyMessage: false,
      watchOnButton: false,
    },
  });
  expect(isGeneralDraft(JSON.parse(JSON.stringify(draft)))).toBe(true);
  expect(isGeneralDraft({ locale: 'en-US' })).toBe(false);
});

test('a wait is a whole number of seconds up to an hour, or the usual one', () => {
  expect([null, 0, 3600].map(isBadDelay)).toEqual([false, false, false]);
  expect([-1, 1.5, 3601, Number.NaN].map(isBadDelay)).toEqual([true, true, true, true]);
});
