import { expect, test } from 'vitest';
import { draftOf, isGeneralDraft, patchOf, withOurs } from './draft-of.ts';

const draft = draftOf({
  locale: 'en-US',
  quietHours: null,
  ignoreIfNotCatchedByOverride: null,
  disableBranding: null,
});

test('what was never set is off', () => {
  expect(draft).toEqual({
    locale: 'en-US',
    quietHours: null,
    ignoreIfNotCatchedByOverride: false,
    disableBranding: { notifications: false, vods: false, clips: false, watchOnButton: false },
  });
  expect(isGeneralDraft(JSON.parse(JSON.stringify(draft)))).toBe(true);
  expect(isGeneralDraft({ locale: 'en-US' })).toBe(false);
});

test('only what was changed is sent, with the version it was changed on', () => {
  expect(patchOf({ ...draft, locale: 'ar-SA' }, ['locale'], 7)).toEqual({ version: 7, locale: 'ar-SA' });
});

test('after somebody else has saved, theirs stands below and ours on top', () => {
  const ours = { ...draft, locale: 'ar-SA' as const };
  const theirs = { ...draft, locale: 'en-US' as const, ignoreIfNotCatchedByOverride: true };
  expect(withOurs(theirs, ours, ['locale'])).toEqual({ ...theirs, locale: 'ar-SA' });
});
