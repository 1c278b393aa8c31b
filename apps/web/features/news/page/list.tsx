import { News } from '@tally/contract/news/calls';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { feedsAt } from '../../../lib/feeds/feed-of.ts';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { isOurPicture } from '../../../lib/proxy/our-picture.ts';
import { readPublic } from '../../../lib/read-public.ts';
import { date, monthAndYear } from '../../../lib/words/format.ts';
import { PostsPage } from '../../../shell/screens/posts-page.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Changes } from '../changes.tsx';

const A_PAGE = 12;
type Search = Promise<Record<string, string | string[] | undefined>>;

export async function changelogsMetadata(): Promise<Metadata> {
  const t = await getTranslations('news');
  const site = config().SITE_NAME;
  return {
    title: t('title'),
    description: t('text', { site }),
    alternates: { ...(await alternatesOf('/changelogs')), types: feedsAt('/changelogs', t('feedTitle', { site })) },
  };
}

/** Lists the changelogs by month. */
export async function ChangelogsPage({ searchParams }: { searchParams: Search }) {
  const [{ after }, t, locale] = await Promise.all([searchParams, getTranslations('news'), getLocale()]);
  const cursor = typeof after === 'string' ? `&cursor=${encodeURIComponent(after)}` : '';
  const list = await readPublic(`/data/news?limit=${A_PAGE}${cursor}`, News.array());
  return (
    <PostsPage home="news" path="/changelogs" count={list?.length ?? null}>
      {list &&
        byMonth(list, locale).map(([month, news]) => <Month key={month} month={month} news={news} locale={locale} />)}
      {list?.length === A_PAGE && (
        <ButtonLink className="mt-8" href={`/changelogs?after=${list.at(-1)?.identifier ?? ''}`}>
          {t('older')}
        </ButtonLink>
      )}
    </PostsPage>
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
    <section className="mt-10 first-of-type:mt-0">
      <h2 className="caps mb-2 text-faint">{month}</h2>
      <div>
        {news.map(({ identifier, title, date: day, changes, thumbnail }) => (
          <section
            key={identifier}
            aria-labelledby={identifier}
            className="grid gap-x-8 gap-y-2 border-line border-t py-8 lg:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <time
              dateTime={day.toISOString()}
              className="figures text-muted text-small lg:sticky lg:top-20 lg:self-start lg:pt-1.5"
            >
              {date(day, locale)}
            </time>
            <div className="min-w-0 max-w-3xl">
              <h3 id={identifier} className="mb-4 font-semibold text-title">
                <Link href={`/changelogs/${identifier}`} prefetch={false} className="hover:underline">
                  <bdi className="wrap-anywhere">{title}</bdi>
                </Link>
              </h3>
              {isOurPicture(thumbnail) && (
                // oxlint-disable-next-line nextjs/no-img-element -- its size is not known, and it is one of our own files
                <img
                  src={thumbnail}
                  alt=""
                  loading="lazy"
                  className="mb-4 max-w-full rounded-card border border-line"
                />
              )}
              <Changes changes={changes} />
            </div>
          </section>
        ))}
      </div>
    </section>
  );
}
