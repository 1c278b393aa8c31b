import { MediaShareBody, MediaShareSettings, mediaShareCommands } from '@tally/contract/media-sharing/settings';
import { expect, test } from 'vitest';
import { changedFields } from '../../../lib/drafts/draft.ts';
import {
  areBadWords,
  bodyOf,
  draftOf,
  hasProblems,
  isBadNumber,
  isSettingsDraft,
  numberNames,
  numbers,
  type SettingsDraft,
  toggled,
  usualNumber,
} from './draft-of.ts';

const usual = draftOf(null);
const sent = (change: Partial<SettingsDraft>) => {
  const value = { ...usual, ...change };
  return MediaShareBody.parse(bodyOf({ value, changed: changedFields(usual, value), version: 'v1' }));
};

test('every setting of the contract can be changed in the form, or acts at once', () => {
  const inForm = Object.keys(usual);
  const missing = Object.keys(MediaShareSettings.shape).filter((field) => !inForm.includes(field));
  expect(missing).toEqual(['volume']);
  expect(usual.permissions.map(({ command }) => command)).toEqual([...mediaShareCommands]);
});

test('the limits of the form are those of the contract', () => {
  for (const name of numberNames) {
    const { min, max } = numbers[name];
    const takes = (value: number) => MediaShareSettings.shape[name].safeParse(value).success;
    expect([name, takes(min), takes(max), takes(min - 1), takes(max + 1)]).toEqual([name, true, true, false, false]);
    expect(isBadNumber(name, usualNumber(name))).toBe(false);
  }
});

test('sends only changed fields; an emptied number becomes the default again', () => {
  expect(sent({ enabled: true })).toEqual({ enabled: true, version: 'v1' });
  expect(sent({ queueLimit: 10, modes: ['tiktok'] })).toEqual({
    settings: { queueLimit: 10, modes: ['tiktok'] },
    version: 'v1',
  });
  expect(sent({ queueLimit: null })).toEqual({ settings: { queueLimit: 50 }, version: 'v1' });
});

test('banned words are lines, without empty ones and without the same one twice', () => {
  expect(sent({ bannedWords: ' gore \n\n\r\ngore\nscream' }).settings?.bannedWords).toEqual(['gore', 'scream']);
  expect(areBadWords('x'.repeat(101))).toBe(true);
  expect(areBadWords(Array.from({ length: 201 }, (_, at) => `w${at}`).join('\n'))).toBe(true);
});

test('shows refusals before the draft is sent', () => {
  expect(hasProblems(usual)).toBe(false);
  for (const wrong of [
    { prefix: '' },
    { prefix: 'a b' },
    { prefix: '!!!!!!' },
    { perPerson: 0 },
    { perPerson: 1.5 },
    { votePercent: 101 },
  ])
    expect([wrong, hasProblems({ ...usual, ...wrong })]).toEqual([wrong, true]);
});

test('a permission is switched for one command in one chat', () => {
  const on = toggled(usual.permissions, { command: 'skip', chat: 'onTwitch', level: 'vip' });
  expect(on.find(({ command }) => command === 'skip')).toMatchObject({
    onKick: ['mod', 'broadcaster'],
    onTwitch: ['mod', 'broadcaster', 'vip'],
  });
  expect(toggled(on, { command: 'skip', chat: 'onTwitch', level: 'vip' })).toEqual(usual.permissions);
});

test('a draft of an older version is rejected', () => {
  expect(isSettingsDraft(usual)).toBe(true);
  const { prefix: _, ...older } = usual;
  for (const other of [null, 7, {}, older, { ...usual, bannedWords: [] }]) expect(isSettingsDraft(other)).toBe(false);
});
