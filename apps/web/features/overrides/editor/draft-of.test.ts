import type { Override } from '@tally/contract/overrides/bodies';
import { expect, test } from 'vitest';
import { actionsFor, draftOf, isRuleDraft, outcomeOf, pingsNobody, publishingOf, ruleOf, wordsOf } from './draft-of.ts';
import { problemsOf } from './problems.ts';

const rule: Override = {
  priorityOnConflict: 30,
  applyTo: ['kick'],
  query: ['giveaway', '*drop*'],
  queryIn: ['title'],
  actions: ['autoPublish'],
  durationMinutes: 5,
  overrideChannelId: null,
  overridePingRoleId: null,
};

test('there and back again changes nothing', () => {
  expect(ruleOf(draftOf(rule), 30)).toEqual(rule);
  expect(isRuleDraft(JSON.parse(JSON.stringify(draftOf(rule))))).toBe(true);
  expect(isRuleDraft({ words: 'x' })).toBe(false);
});

test('a rule without words needs a platform', () => {
  const words = { tooManyWords: String, longWord: String, duration: String, noCondition: 'choose' };
  const wordless = { ...draftOf(rule), words: ' ' };
  expect(problemsOf({ ...wordless, applyTo: [] }, words)).toEqual({ query: 'choose' });
  expect(problemsOf(wordless, words)).toEqual({});
});

test('words are lines: empty and repeated lines are dropped', () => {
  expect(wordsOf(' a b \n\n/c, d/\na b')).toEqual(['a b', '/c, d/']);
});

test('a rule has one of two effects, and one of three ways of publishing', () => {
  for (const publishing of ['asUsual', 'autoPublish', 'dontPublish'] as const) {
    const actions = actionsFor('post', publishing, false);
    expect([outcomeOf({ actions }), publishingOf({ actions })]).toEqual(['post', publishing]);
  }
  expect(actionsFor('cancel', 'autoPublish', true)).toEqual(['cancel']);
});

test('pinging no one is compatible with publishing', () => {
  const actions = actionsFor('post', 'autoPublish', true);
  expect([outcomeOf({ actions }), publishingOf({ actions }), pingsNobody({ actions })]).toEqual([
    'post',
    'autoPublish',
    true,
  ]);
  expect(pingsNobody({ actions: actionsFor('post', 'asUsual', false) })).toBe(false);
});
