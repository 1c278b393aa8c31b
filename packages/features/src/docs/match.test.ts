import { expect, test } from 'vitest';
import {
  anchorOf,
  partsOf,
  plainText,
  readFrontMatter,
  readSynonyms,
  sentenceWith,
  withoutFillers,
  withSynonyms,
} from './match.ts';

test('reads front matter, and names the file of a missing field', () => {
  const text = '---\ntitle: Pings: how\nsummary: Who hears of it.\norder: 3\n---\n\nWords.\n';
  expect(readFrontMatter('a/b', text)).toEqual({
    title: 'Pings: how',
    summary: 'Who hears of it.',
    order: 3,
    body: 'Words.',
  });
  expect(() => readFrontMatter('a/b', text.replace('order: 3\n', ''))).toThrow('docs/public/a/b.md');
  expect(() => readFrontMatter('a/b', 'Words.')).toThrow('docs/public/a/b.md');
});

test('splits a page at its headings; a shell comment is no heading', () => {
  const parts = partsOf('First.\n\n## One `code`\nTwo.\n\n```sh\n## not this\n```\n\n### One code\nThree.');
  expect(parts.map(({ heading, anchor }) => [heading, anchor])).toEqual([
    [null, null],
    ['One code', 'on-one-code'],
    ['One code', 'on-one-code-1'],
  ]);
  expect(parts[1]?.text).toContain('## not this');
});

test.each([
  ['Videos, VODs and clips', 'on-videos-vods-and-clips'],
  ['“Notify me” button', 'on-notify-me-button'],
  ['24/7 & more', 'on-247--more'],
])('%s is found at %s', (heading, anchor) => expect(anchorOf(heading)).toBe(anchor));

test('searches words, not markup', () => {
  expect(plainText('| **Bold** | [a link](/docs) |\n> `code`')).toBe('Bold a link code');
});

test.each([
  ['How do I make a backup?', 'make backup?'],
  ['who', 'who'],
  ['', ''],
])('of %j is asked %j', (asked, kept) => expect(withoutFillers(asked)).toBe(kept));

test('a synonym adds the words of the handbook, as whole words only', () => {
  const synonyms = readSynonyms('refund: cancel subscription\nmod role: manager role\n');
  expect(withSynonyms('Refund?', synonyms)).toBe('Refund? cancel subscription');
  expect(withSynonyms('how to set a mod role', synonyms)).toContain('manager role');
  expect(withSynonyms('refunding', synonyms)).toBe('refunding');
});

test('shows the sentence with most of the words, and marks them', () => {
  const pieces = sentenceWith('Pings are off. The bot pings one role. Nothing else.', 'ping role');
  expect(pieces.map(({ text }) => text).join('')).toBe('The bot pings one role.');
  expect(pieces.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['pings', 'role']);
});
