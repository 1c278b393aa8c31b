import type { Override } from '@tally/contract/overrides/bodies';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { createTranslator } from 'next-intl';
import { expect, test } from 'vitest';
import arabic from '../../messages/ar-SA/overrides.json' with { type: 'json' };
import english from '../../messages/en-US/overrides.json' with { type: 'json' };
import { effectSentence, ruleSentence } from './rule-sentence.ts';

const names = { channel: () => 'events', role: () => 'Events' };
const rule: Override = {
  priorityOnConflict: 10,
  applyTo: [],
  query: [],
  queryIn: [],
  actions: [],
  durationMinutes: null,
  overrideChannelId: null,
  overridePingRoleId: null,
};
const scene = {
  t: createTranslator({ locale: 'en-US', messages: { overrides: english }, namespace: 'overrides' }),
  locale: 'en-US',
  names,
};
const said = (change: Partial<Override>) => ruleSentence({ ...rule, ...change }, scene).replace(/[\u2068\u2069]/g, '');

test('a rule reads as a sentence: where, when and what', () => {
  const channel = '1' as ChannelId;
  const role = '2' as RoleId;
  expect(
    said({
      applyTo: ['kick', 'twitch'],
      query: ['giveaway'],
      queryIn: ['title'],
      overrideChannelId: channel,
      overridePingRoleId: role,
    }),
  ).toBe('On Kick and Twitch, when the title has “giveaway”: post in #events and ping @Events.');
});

test('a rule without a ping says so', () => {
  expect(
    said({ query: ['quiz'], queryIn: ['title'], overrideChannelId: '1' as ChannelId, actions: ['dontPing'] }),
  ).toBe('On every platform, when the title has “quiz”: post in #events and ping no one.');
});

test('a rule that has only a platform says that every stream there is meant', () => {
  expect(said({ applyTo: ['kick'], actions: ['cancel'] })).toBe('On Kick, for every stream: post nothing.');
});

test('a rule without restrictions says so', () => {
  expect(said({})).toBe('On every platform, for every stream: post as usual.');
  expect(said({ query: ['*drop*'], actions: ['dontPublish'] })).toBe(
    'On every platform, when the title, category, or description has “*drop*”: post without publishing.',
  );
});

test('a rule that cancels does nothing else, and many words are counted', () => {
  expect(
    said({ query: ['a', 'b', '/c+/', 'd', 'e', 'f'], queryIn: ['category'], actions: ['cancel', 'autoPublish'] }),
  ).toBe('On every platform, when the category has “a”, “b”, /c+/, “d”, or 2 more: post nothing.');
});

test('the duration of a decision comes at the end', () => {
  expect(said({ durationMinutes: 90 })).toBe(
    'On every platform, for every stream: post as usual. The decision holds for 1 hour 30 minutes.',
  );
});

test('names keep their direction in Arabic', () => {
  const t = createTranslator({ locale: 'ar-SA', messages: { overrides: arabic }, namespace: 'overrides' });
  const effect = effectSentence({ ...rule, overrideChannelId: '1' as ChannelId }, { t, locale: 'ar-SA', names });
  expect(effect).toContain('\u2068#events\u2069');
});
