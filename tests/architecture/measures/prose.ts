import { findDialect } from '../../../scripts/prose/dialect.ts';
import type { House } from './house.ts';
import { type Measure, type Place, sumOf } from './measure.ts';

/** Whole lines of comment, without their signs. Lines that end in a comment are few, and code is hard to tell from it. */
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

export const prose: readonly Measure[] = [
  {
    name: 'dialectPerThousandLines',
    says: 'translated-sounding words per 1,000 lines of comments',
    target: 30,
    placesIn: dialectIn,
    total: perThousand,
  },
];
