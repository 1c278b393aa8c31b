import { describe, expect, it } from 'vitest';
import { corpus } from './__fixtures__/questions.ts';
import { indexOf, search } from './search.ts';
import { fold, wordsOf } from './words.ts';

const entries = Object.values(corpus).flatMap((list) => list.map(([question, answer]) => ({ question, answer })));
const all = indexOf(entries);

describe('hurried questions with typos, among the entries of all languages', () => {
  for (const [language, list] of Object.entries(corpus)) {
    it(`is among the first three: ${language}`, () => {
      const lost = list.filter(
        ([question, , asked]) => !search(all, asked, 3).some((hit) => hit.question === question),
      );
      // At least nine out of ten must be found in every language.
      expect(lost.slice(1)).toEqual([]);
    });
  }

  it('at least 108 of 120', () => {
    const found = Object.values(corpus)
      .flat()
      .filter(([question, , asked]) => search(all, asked, 3).some((hit) => hit.question === question));
    expect(found.length).toBeGreaterThanOrEqual(108);
  });
});

describe('words without meaning', () => {
  it.each(['', '   ', '🎉', '?!…', '\u202e\u2066'])('%j finds nothing', (asked) => {
    expect(search(all, asked, 3)).toEqual([]);
  });

  it('an unknown word finds nothing', () => {
    expect(search(all, 'qzxwvk jjpqy', 3)).toEqual([]);
  });

  it('finds nothing without entries', () => {
    expect(search(indexOf([]), 'invite', 3)).toEqual([]);
  });
});

describe('words that are written otherwise', () => {
  const index = indexOf([
    { question: 'Quiet hours', answer: 'The hours are in the time zone that you choose.' },
    { question: 'Permissions', answer: 'What the bot may do.' },
    { question: 'Premium plans', answer: 'More limits.' },
    { question: 'Roles', answer: 'Who gets one.' },
    { question: 'Webhooks', answer: 'A name of your own.' },
  ]);
  it.each([
    ['timezone', 'Quiet hours'],
    ['web hook', 'Webhooks'],
    // A word with a typo ranks above a word that only begins the same.
    ['premision', 'Permissions'],
    ['rolle', 'Roles'],
    ['permision', 'Permissions'],
  ])('%s: %s', (asked, found) => expect(search(index, asked, 1)[0]?.question).toBe(found));
});

it('a rare word decides, not a frequent one', () => {
  const index = indexOf([
    { question: 'How do I set up the bot?', answer: '' },
    { question: 'How do I set up a birthday?', answer: '' },
    { question: 'How do I set up a giveaway?', answer: '' },
  ]);
  expect(search(index, 'how do i set up a birthday', 1)[0]?.question).toContain('birthday');
});

it.each([
  ['ÉTOILES', 'etoiles'],
  ['اللُّغَـــة', 'اللغه'],
  ['أإآٱ', 'اااا'],
  ['ﾌﾟﾚﾐｱﾑ', 'ぷれみあむ'],
  ['İPTAL', 'iptal'],
  ['ıspanak', 'ispanak'],
  ['Straße', 'strasse'],
  ['می‌خواهم', 'ميخواهم'],
  ['כוכבים', 'כוכבימ'],
])('%s is written %s', (written, folded) => {
  expect(fold(written)).toBe(folded);
});

it('splits Japanese without spaces into pairs, and keeps voiced letters apart', () => {
  expect(wordsOf('通知が')).toEqual(['通知', '知が']);
});
