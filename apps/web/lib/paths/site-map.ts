import { Blog } from '@tally/contract/blog/calls';
import { DocSection } from '@tally/contract/docs/calls';
import { News } from '@tally/contract/news/calls';
import type { MetadataRoute } from 'next';
import { locales } from '../../i18n/locales.ts';
import { config } from '../config.ts';
import { LEGAL_CHANGED } from '../legal-changed.ts';
import { readPublic } from '../read-public.ts';
import { isBuilt } from '../start/built-pages.ts';
import { addressIn, languagesOf } from './addresses.ts';
import { publicPages } from './public-pages.ts';

const A_PAGE = 200;
const MOST_PAGES = 10;

interface Named {
  readonly identifier: string;
}

/** Reads all pages of a list in order. If a call fails, it returns the pages read before. */
async function all<T extends Named>(read: (query: string) => Promise<readonly T[] | null>): Promise<T[]> {
  const found: T[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const last = found.at(-1);
    const cursor = last ? `&cursor=${encodeURIComponent(last.identifier)}` : '';
    const next = (await read(`?limit=${A_PAGE}${cursor}`)) ?? [];
    found.push(...next);
    if (next.length < A_PAGE) break;
  }
  return found;
}

/** Lists the public pages in each language, with posts and changelogs. Pages outside this build are left out. */
export async function siteMap(): Promise<MetadataRoute.Sitemap> {
  const [sections, posts, changelogs] = await Promise.all([
    readPublic('/data/docs', DocSection.array()),
    all((query) => readPublic(`/data/blogs${query}`, Blog.array())),
    all((query) => readPublic(`/data/news${query}`, News.array())),
  ]);
  const changed: Readonly<Partial<Record<(typeof publicPages)[number], Date | undefined>>> = {
    '/blog': newest(posts.map(({ lastEdited }) => lastEdited)),
    '/changelogs': newest(changelogs.map(({ date }) => date)),
    '/tos': LEGAL_CHANGED,
    '/privacy': LEGAL_CHANGED,
  };
  return [
    ...publicPages.filter((page) => isBuilt(page)).flatMap((page) => entriesOf(page, changed[page])),
    // Pages with a share image have no modification date: see decision 0255.
    ...(sections ?? []).flatMap(({ section, pages, languages }) =>
      [
        { path: `/docs/${section}`, languages },
        ...pages.map((link) => ({ path: `/docs/${section}/${link.page}`, ...link })),
      ].flatMap((at) => (at.languages.length > 1 ? entriesOf(at.path) : { url: config().webUrl + at.path })),
    ),
    ...posts.flatMap(({ identifier, lastEdited }) => entriesOf(`/blog/${identifier}`, lastEdited)),
    ...changelogs.flatMap(({ identifier, date }) => entriesOf(`/changelogs/${identifier}`, date)),
  ];
}

const newest = (dates: readonly Date[]): Date | undefined =>
  dates.toSorted((one, other) => Number(other) - Number(one))[0];

function entriesOf(path: string, lastModified?: Date): MetadataRoute.Sitemap {
  const { webUrl } = config();
  const whole = (address: string) => `${webUrl}${address === '/' ? '' : address}`;
  const languages = Object.fromEntries(Object.entries(languagesOf(path)).map(([word, at]) => [word, whole(at)]));
  return locales.map((locale) => ({
    url: whole(addressIn(locale, path)),
    alternates: { languages },
    ...(lastModified ? { lastModified } : {}),
  }));
}
