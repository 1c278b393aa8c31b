import { expect, it } from 'vitest';
import { keepLanguage } from './language-of-page.ts';

const site = 'https://tally.example';
const ask = (to: string, about: Partial<Parameters<typeof keepLanguage>[0]> = {}) =>
  keepLanguage({
    url: new URL(site + to),
    referer: `${site}/ar/blog`,
    chosen: undefined,
    wishes: 'en-US,en;q=0.9',
    isPart: true,
    ...about,
  });

it('a link on a page keeps the language of the page, unless the reader chose another one', () => {
  expect(ask('/blog/summer?tag=a')).toEqual({ kind: 'redirect', path: '/ar/blog/summer?tag=a' });
  expect(ask('/blog/summer', { isPart: false })).toMatchObject({ kind: 'redirect' });
  expect(ask('/blog/summer', { chosen: 'en-US', isPart: false })).toEqual({ kind: 'stay' });
});

it('where both would be mixed, the page is loaded whole', () => {
  expect(ask('/blog/summer', { chosen: 'en-US' })).toEqual({ kind: 'reload' });
  expect(ask('/clips/abc')).toEqual({ kind: 'reload' });
  expect(ask('/clips/abc', { isPart: false })).toEqual({ kind: 'stay' });
});

it('nothing is done for readers of that language, for bare pages, and for links from elsewhere', () => {
  expect(ask('/blog/summer', { wishes: 'ar' })).toEqual({ kind: 'stay' });
  expect(ask('/blog/summer', { chosen: 'ar-SA' })).toEqual({ kind: 'stay' });
  expect(ask('/ar/blog/summer')).toEqual({ kind: 'stay' });
  for (const referer of [null, `${site}/blog`, 'https://other.example/ar/blog', 'no address'])
    expect(ask('/blog/summer', { referer })).toEqual({ kind: 'stay' });
});
