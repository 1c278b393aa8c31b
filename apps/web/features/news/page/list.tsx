import { News } from '@tally/contract/news/calls';
import { Rss } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { isOurPicture } from '../../../lib/proxy/our-picture.ts';
import { readPublic } from '../../../lib/read-public.ts';
import { date, monthAndYear } from '../../../lib/words/format.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Changes } from '../changes.tsx';

const A_PAGE = 12;
type Search = Promise<Record<string, string | string[] | undefined>>;

export async function changelogsMetadata(): Promise<Metadata> {
  const t = await getTranslations('news');
  const site = config().SITE_NAME;
  return {
    title: t('title'),
    description: t('text', { site }),
    alternates: {
      ...(await alternatesOf('/changelogs')),
      types: {
        'application/rss+xml': [{ url: '/changelogs/feed.xml', title: t('feedTitle', { site }) }],
        'application/feed+json': [{ url: '/changelogs/feed.json', title: t('feedTitle', { site }) }],
      },
    },
  };
}

/** The changelogs, by month. */
export async function ChangelogsPage({ searchParams }: { searchParams: Search }) {
  const [{ after }, t, locale] = await Promise.all([searchParams, getTranslations('news'), getLocale()]);
  const cursor = typeof after === 'string' ? `&cursor=${encodeURIComponent(after)}` : '';
  const list = await readPublic(`/data/news?limit=${A_PAGE}${cursor}`, News.array());
  return (
    <article className="mx-auto max-w-3xl px-5 py-14">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h1 className="wide text-head text-balance">{t('title')}</h1>
        <a
          href="/changelogs/feed.xml"
          className="inline-flex min-h-control items-center gap-2 text-muted hover:text-text"
        >
          <Icon of={Rss} />
          {t('feed')}
        </a>
      </div>
      <p className="mt-1 mb-8 max-w-prose text-muted">{t('text', { site: config().SITE_NAME })}</p>
      {!list && <EmptyState title={t('downTitle')} text={t('downText')} />}
      {list?.length === 0 && <EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      {list &&
        byMonth(list, locale).map(([month, news]) => <Month key={month} month={month} news={news} locale={locale} />)}
      {list?.length === A_PAGE && (
        <ButtonLink className="mt-8" href={`/changelogs?after=${list.at(-1)?.identifier ?? ''}`}>
          {t('older')}
        </ButtonLink>
      )}
    </article>
  );
}

function byMonth(list: readonly News[], locale: string): [string, News[]][] {
  const months = new Map<string, News[]>();
  for (const news of list) {
    const month = monthAndYear(news.date, locale);
    months.set(month, [...(months.get(month) ?? []), news]);
  }
  return [...months];
}

function Month({ month, news, locale }: { month: string; news: readonly News[]; locale: string }) {
  return (
    <section className="mt-8 first-of-type:mt-0">
      <h2 className="caps mb-4 text-faint">{month}</h2>
      <div className="grid gap-10">
        {news.map(({ identifier, title, date: day, changes, thumbnail }) => (
          <section key={identifier} aria-labelledby={identifier}>
            <h3 id={identifier} className="font-semibold text-title">
              <Link href={`/changelogs/${identifier}`} prefetch={false} className="hover:underline">
                <bdi>{title}</bdi>
              </Link>
            </h3>
            <p className="mb-4 text-muted text-small">{date(day, locale)}</p>
            {isOurPicture(thumbnail) && (
              // oxlint-disable-next-line nextjs/no-img-element -- its size is not known, and it is one of our own files
              <img src={thumbnail} alt="" loading="lazy" className="mb-4 max-w-full rounded-card border border-line" />
            )}
            <Changes changes={changes} />
          </section>
        ))}
      </div>
    </section>
  );
}
