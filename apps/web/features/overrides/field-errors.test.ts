import { expect, test } from 'vitest';
import { sortRefusal } from './field-errors.ts';

const numbered = (number: number, sentence: string) => `line ${number}: ${sentence}`;

test("each line of a refusal is shown at its field, with the number of the refused word's line", () => {
  const refusal = 'query.1: “/(/” is not a pattern\nquery[4]: too long\noverrideChannelId: no such channel';
  expect(sortRefusal(refusal, { numbered })).toEqual({
    atFields: {
      query: 'line 2: “/(/” is not a pattern\nline 5: too long',
      overrideChannelId: 'no such channel',
    },
    rest: '',
  });
});

test('a line without a field, or of another rule, is shown without its path', () => {
  const refusal = 'overrides.0.query.0: bad\noverrides.1.query.0: worse\nThis needs Premium.';
  expect(sortRefusal(refusal, { place: 1, numbered })).toEqual({
    atFields: { query: 'line 1: worse' },
    rest: 'Bad\nThis needs Premium.',
  });
});
