import { expect, test } from 'vitest';
import { addressIn, languagesOf, readAddress } from './addresses.ts';

test.each([
  ['/ar', 'ar-SA', '/'],
  ['/ar/blog', 'ar-SA', '/blog'],
  ['/ar/blog/summer-update', 'ar-SA', '/blog/summer-update'],
  ['/ar/changelogs/v1-0-0', 'ar-SA', '/changelogs/v1-0-0'],
  ['/ar/faq', 'ar-SA', '/faq'],
] as const)('%s is a page of a language', (address, locale, path) => {
  expect(readAddress(address)).toEqual({ locale, path });
  expect(addressIn(locale, path)).toBe(address);
});

test.each([
  '/',
  '/blog',
  '/en/blog',
  '/fr/blog',
  '/ar/dashboard',
  '/ar/admin/blogs',
  '/ar/ar/blog',
  '/ar//evil.example',
  '/ar/blog/feed.xml',
  '/ar/login',
  '/arabic',
  '/AR/blog',
])('recognizes %s', (address) => {
  expect(readAddress(address)).toEqual({ locale: null, path: address });
});

test('search engines learn the address of every language, and the plain address for all others', () => {
  expect(languagesOf('/blog')).toEqual({ en: '/blog', ar: '/ar/blog', 'x-default': '/blog' });
  expect(languagesOf('/')).toEqual({ en: '/', ar: '/ar', 'x-default': '/' });
});
