import { News } from '@tally/contract/news/calls';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { config } from '../../../lib/config.ts';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { readPublic } from '../../../lib/read-public.ts';
import { date } from '../../../lib/words/format.ts';
import { JsonLd } from '../../../shell/layout/json-ld.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Changes } from '../changes.tsx';
import { readChange } from '../kinds.ts';

type Props = { params: Promise<{ id: string }> };

const readOne = cache(async (id: string): Promise<News | null | 'down'> => {
  const list = await readPublic('/data/news', News.array());
  return list ? (list.find(({ identifier }) => identifier === id) ?? null) : 'down';
});

export async function changelogMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const news = await readOne(id);
  if (!news || news === 'down') return {};
  const { title, date: at, changes } = news;
  const url = `/changelogs/${id}`;
  const description = changes
    .map((change) => readChange(change).text)
    .join(' · ')
    .slice(0, 200)
    .toWellFormed();
  return {
    title,
    description,
    alternates: await alternatesOf(url),
    openGraph: {
      siteName: config().SITE_NAME,
      type: 'article',
      title,
      description,
      url,
      publishedTime: at.toISOString(),
      images: [{ url: `/files/share/changelogs/${id}.png`, width: 1200, height: 630, alt: title }],
    },
  };
}

export async function ChangelogPage({ params }: Props) {
  const [{ id }, t, locale] = await Promise.all([params, getTranslations('news'), getLocale()]);
  const news = await readOne(id);
  if (!news) notFound();
  return (
    <article className="mx-auto max-w-3xl px-5 py-14">
      {news === 'down' ? (
        <EmptyState title={t('downTitle')} text={t('downText')} />
      ) : (
        <>
          <JsonLd
            about={{
              '@type': 'Article',
              headline: news.title,
              url: `${config().webUrl}/changelogs/${id}`,
              datePublished: news.date.toISOString(),
              publisher: { '@type': 'Organization', name: config().SITE_NAME, url: config().webUrl },
            }}
          />
          <h1 className="page-title text-balance">
            <bdi>{news.title}</bdi>
          </h1>
          <p className="mt-1 mb-8 text-muted">{date(news.date, locale)}</p>
          <Changes changes={news.changes} />
        </>
      )}
      <ButtonLink className="mt-10" href="/changelogs">
        {t('all')}
      </ButtonLink>
    </article>
  );
}
