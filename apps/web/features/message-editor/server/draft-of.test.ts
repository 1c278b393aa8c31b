import { expect, test } from 'vitest';
import { draftOf, isServerMessageDraft, variantProblem } from './draft-of.ts';

test('a server without own words has the standard message and no variants', () => {
  expect(draftOf({ messages: [], randomMessages: [] }, 'kickLive')).toEqual({ message: null, variants: [] });
});

test('its own words are those of this kind only', () => {
  const message = { content: 'hi', embed: null, buttons: [], webhook: null };
  const draft = draftOf(
    {
      messages: [
        { type: 'twitchLive', ...message, content: 'other' },
        { type: 'kickLive', ...message },
      ],
      randomMessages: [{ type: 'kickLive', messages: ['a', 'b'] }],
    },
    'kickLive',
  );
  expect(draft.message?.content).toBe('hi');
  expect(draft.variants).toEqual(['a', 'b']);
  expect(isServerMessageDraft(JSON.parse(JSON.stringify(draft)))).toBe(true);
});

test('a variant is neither empty nor too long', () => {
  expect([variantProblem(' \n'), variantProblem('x'.repeat(2001)), variantProblem('x')]).toEqual([
    'empty',
    'long',
    null,
  ]);
});
