import { findDialect } from '../../../scripts/prose/dialect.ts';
import type { House } from './house.ts';
import { type Measure, type Place, sumOf } from './measure.ts';
import { isRelativeHeading, type Sentence, sentencesOf, textsOf } from './pages.ts';

const MOST_WORDS = 25;

/** Returns whole-line comments without markers. Comments at the end of a line are rare and hard to detect. */
export function commentLines(text: string): string[] {
  const lines: string[] = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const bare = line.trim();
    const begins = /^\{?\/\*/.test(bare);
    if (begins || isInside || bare.startsWith('//')) {
      lines.push(bare.replace(/^(?:\{?\/\*+|\/\/+|\*(?!\/))\s?/, '').replace(/\*\/\}?$/, ''));
    }
    isInside = (begins || isInside) && !bare.includes('*/');
  }
  return lines;
}

const dialectIn = ({ code }: House): Place[] =>
  code.flatMap(({ path, text }) => {
    const count = findDialect(commentLines(text).join('\n')).length;
    return count ? [{ at: path, count }] : [];
  });

const perThousand = (places: readonly Place[], { code }: House): number =>
  Math.ceil(
    (1000 * sumOf(places)) /
      Math.max(1, sumOf(code.map(({ path, text }) => ({ at: path, count: commentLines(text).length })))),
  );

const places = (found: readonly Sentence[]): Place[] =>
  found.map(({ at, sentence }) => ({ at: `${at}: ${sentence}`, count: 1 }));

const sentencesOn = (house: House): Sentence[] => textsOf(house).flatMap(sentencesOf);

/** In a question, "what is" and "who has" are plain English. */
const dialectOn = ({ sentence }: Sentence): string[] =>
  findDialect(sentence).filter((word) => !(sentence.endsWith('?') && /^(?:what is|who has)$/.test(word)));

const headingsOf = (house: House): Sentence[] => [
  ...textsOf(house),
  ...house.files
    .filter(({ path }) => /^docs\/public\/(?!ar\/).*\.md$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => ({ at: path, sentence: heading })),
    ),
];

export const prose: readonly Measure[] = [
  {
    name: 'dialectPerThousandLines',
    says: 'translated-sounding words per 1,000 lines of comments',
    target: 30,
    placesIn: dialectIn,
    total: perThousand,
  },
  {
    name: 'dialectOnPages',
    says: 'translated-sounding words on pages and in Discord',
    target: 0,
    placesIn: (house) => places(sentencesOn(house).flatMap((each) => dialectOn(each).map(() => each))),
  },
  {
    name: 'longSentencesOnPages',
    says: `sentences over ${MOST_WORDS} words on pages and in Discord`,
    target: 0,
    placesIn: (house) => places(sentencesOn(house).filter(({ sentence }) => sentence.split(/\s+/).length > MOST_WORDS)),
  },
  {
    name: 'relativeHeadings',
    says: 'titles and headings that begin with a relative word',
    target: 0,
    placesIn: (house) => places(headingsOf(house).filter(({ sentence }) => isRelativeHeading(sentence))),
  },
];
